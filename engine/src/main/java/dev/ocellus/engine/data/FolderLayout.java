package dev.ocellus.engine.data;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.DatasetDescription.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a folder as a dataset: by the {@code data.yaml} in it, or by its layout. Folders called {@code train},
 * {@code val} and {@code test}, directly in it or in its {@code images}, are the parts; without them every image in it
 * is for training. Class names come from a {@code classes.txt}, if there is one.
 */
final class FolderLayout {
    private static final Map<SplitName, Set<String>> PART_FOLDERS = Map.of(
            SplitName.TRAIN, Set.of("train", "training"),
            SplitName.VAL, Set.of("val", "valid", "validation"),
            SplitName.TEST, Set.of("test", "testing"));
    private static final long MAX_CLASSES_BYTES = 1 << 20;

    private FolderLayout() {}

    /** The file that describes the dataset of a folder; null where there is none. */
    static @Nullable Path description(Path folder) {
        for (String usual : List.of("data.yaml", "data.yml", "dataset.yaml", "dataset.yml")) {
            if (Files.isRegularFile(folder.resolve(usual))) {
                return folder.resolve(usual);
            }
        }
        List<Path> described =
                children(folder).stream().filter(FolderLayout::describes).toList();
        if (described.size() > 1) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    folder + " holds several descriptions: "
                            + String.join(
                                    ", ",
                                    described.stream()
                                            .map(p -> p.getFileName().toString())
                                            .toList()) + ".",
                    "Open the one you mean.");
        }
        return described.isEmpty() ? null : described.getFirst();
    }

    private static boolean describes(Path file) {
        if (!Set.of("yaml", "yml").contains(FileNames.extension(file))) {
            return false;
        }
        try {
            return YamlDocument.read(file).keys().contains(SplitName.TRAIN.key());
        } catch (StudioException _) {
            return false;
        }
    }

    /** The dataset that the layout of a folder tells. */
    static DatasetDescription read(Path folder) {
        Map<SplitName, List<Location>> parts = new EnumMap<>(SplitName.class);
        for (Path place : List.of(folder, folder.resolve("images"))) {
            for (Path child : Files.isDirectory(place) ? children(place) : List.<Path>of()) {
                String name = child.getFileName().toString().toLowerCase(Locale.ROOT);
                PART_FOLDERS.forEach((part, names) -> {
                    if (names.contains(name) && Files.isDirectory(child)) {
                        parts.putIfAbsent(part, List.of(new Location(child, 0)));
                    }
                });
            }
        }
        if (!parts.containsKey(SplitName.TRAIN)) {
            parts.clear();
            parts.put(SplitName.TRAIN, List.of(new Location(folder, 0)));
        }
        String name = folder.getFileName() == null
                ? folder.toString()
                : folder.getFileName().toString();
        return new DatasetDescription(name, folder, folder, classes(folder), parts, null);
    }

    private static @Nullable List<String> classes(Path folder) {
        for (Path place : List.of(folder, folder.resolve("labels"))) {
            Path file = place.resolve("classes.txt");
            if (Files.isRegularFile(file)) {
                try {
                    return TextFile.readLeniently(file, MAX_CLASSES_BYTES)
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty())
                            .toList();
                } catch (IOException e) {
                    throw unreadable(file, e);
                }
            }
        }
        return null;
    }

    private static List<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static StudioException unreadable(Path path, IOException e) {
        return new StudioException(
                StudioException.Kind.DATA,
                path + " cannot be read: " + e.getMessage() + ".",
                "Check that you may read it.",
                e);
    }
}
