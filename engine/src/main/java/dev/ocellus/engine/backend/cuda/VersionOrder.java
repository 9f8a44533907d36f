package dev.ocellus.engine.backend.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Compares names that contain version numbers: v12.10 is newer than v12.9. */
final class VersionOrder {
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int WIDTH = 12;

    /** The newest version first. */
    static final Comparator<String> NEWEST_FIRST = Comparator.comparing(VersionOrder::padded)
            .thenComparing(name -> name)
            .reversed();

    private VersionOrder() {}

    private static String padded(String name) {
        Matcher number = NUMBER.matcher(name);
        return number.replaceAll(found ->
                "0".repeat(Math.max(0, WIDTH - found.group().length())) + found.group());
    }

    /** Entries of a folder, the newest version first; none where it does not exist or cannot be read. */
    static Stream<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries
                    .sorted(Comparator.comparing(entry -> entry.getFileName().toString(), NEWEST_FIRST))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }
}
