package dev.ocellus.engine.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the label file of an image: the same path with the last folder called {@code images} replaced by {@code labels},
 * the rule of the YOLO tools. Where that is not there: the same relative path below {@code labels} in the dataset's
 * folder, a folder {@code labels} beside the image, and the image's own folder. Safe for any number of threads.
 */
record LabelLocator(Path root) {
    private static final String IMAGES = "images";
    private static final String LABELS = "labels";

    /** The label file, or null where there is none. */
    @Nullable
    Path find(Path image) {
        return places(image).filter(Files::exists).findFirst().orElse(null);
    }

    /** Where it is looked for, the usual place first. */
    List<Path> lookedFor(Path image) {
        return places(image).distinct().toList();
    }

    private Stream<Path> places(Path image) {
        String name = FileNames.stem(image) + ".txt";
        Path folder = image.resolveSibling("");
        return Stream.of(parallel(folder), mirrored(folder), folder.resolve(LABELS), folder)
                .filter(Objects::nonNull)
                .map(place -> place.resolve(name));
    }

    private static @Nullable Path parallel(Path folder) {
        for (int i = folder.getNameCount() - 1; i >= 0; i--) {
            if (folder.getName(i).toString().equals(IMAGES)) {
                Path start = i == 0 ? folder.getRoot() : folder.getRoot().resolve(folder.subpath(0, i));
                Path labels = start.resolve(LABELS);
                return i + 1 == folder.getNameCount()
                        ? labels
                        : labels.resolve(folder.subpath(i + 1, folder.getNameCount()));
            }
        }
        return null;
    }

    private @Nullable Path mirrored(Path folder) {
        return folder.startsWith(root) ? root.resolve(LABELS).resolve(root.relativize(folder)) : null;
    }
}
