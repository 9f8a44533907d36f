package dev.ocellus.engine.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a dataset is said to be, before an image is looked at.
 *
 * @param name short name to show
 * @param source the file or folder that was opened
 * @param root where relative paths start
 * @param classNames class names by id; null where only the labels can tell
 * @param parts where the images of each part are
 * @param keypoints keypoints of an object, of a pose dataset
 */
record DatasetDescription(
        String name,
        Path source,
        Path root,
        @Nullable List<String> classNames,
        Map<SplitName, List<Location>> parts,
        @Nullable KeypointShape keypoints) {

    /**
     * A folder, a list or an image.
     *
     * @param path where it is, absolute
     * @param line where it is named in the description; 0 if it is not
     */
    record Location(Path path, int line) {}
}
