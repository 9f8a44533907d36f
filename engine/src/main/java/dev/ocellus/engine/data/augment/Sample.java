package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.image.RgbImage;
import java.util.List;

/**
 * A picture of a dataset with its labels, before any change.
 *
 * @param index which one of the split
 * @param image the picture, already reduced where it is larger than the input ({@link Letterbox#reduces})
 * @param letterbox how it lies in the input
 * @param labels what is in it
 */
public record Sample(int index, RgbImage image, Letterbox letterbox, List<Box> labels) {

    /** Scale of {@link #image}: never more than one. */
    double scale() {
        return Math.min(1, letterbox.scale());
    }

    /** Adds the labels as they lie in {@link #image}, with an offset. */
    void addLabels(BoxList boxes, int dx, int dy) {
        boxes.add(labels, letterbox.sourceWidth(), letterbox.sourceHeight(), scale(), dx, dy);
    }
}
