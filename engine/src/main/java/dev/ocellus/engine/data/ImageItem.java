package dev.ocellus.engine.data;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One image of a dataset with its boxes. Immutable.
 *
 * @param image the image file
 * @param label the label file, or null where there is none (a background image)
 * @param width width in pixels of the upright image, after its EXIF orientation
 * @param height height in pixels of the upright image
 * @param boxes what is in it, in the order of the label file; empty for a background image
 */
public record ImageItem(Path image, @Nullable Path label, int width, int height, List<Box> boxes) {

    public ImageItem {
        boxes = List.copyOf(boxes);
    }

    /** Whether the image shows no labelled object. */
    public boolean background() {
        return boxes.isEmpty();
    }
}
