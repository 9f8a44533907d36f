package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds images outside of any dataset. */
public final class ImageFiles {

    private ImageFiles() {}

    /**
     * The images at a place, ordered by path: one image, all in a folder and below, or those that a list in a .txt file
     * names.
     *
     * @throws StudioException of kind DATA if the place is not there or holds no image
     */
    public static List<Path> at(Path place) {
        Path path = place.toAbsolutePath().normalize();
        if (!Files.exists(path)) {
            throw new StudioException(
                    StudioException.Kind.DATA, path + " is not there.", "Name an image or a folder of images.");
        }
        ProblemLog unused = new ProblemLog(0);
        return new ImageListing(path, unused, Progress.NONE, new Cancellation())
                .find(List.of(new DatasetDescription.Location(path, 0))).stream()
                        .map(ImageCandidate::image)
                        .toList();
    }
}
