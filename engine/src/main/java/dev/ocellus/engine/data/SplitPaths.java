package dev.ocellus.engine.data;

import dev.ocellus.engine.data.DatasetDescription.Location;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Finds what the paths of a {@code data.yaml} mean: relative to the root; where that is not there, with backslashes read
 * as slashes, and without leading {@code ../}, which exports of Roboflow have one too many of.
 */
final class SplitPaths {
    private final YamlDocument yaml;
    private final ProblemLog problems;
    private final Path folder;
    private final Path root;

    SplitPaths(YamlDocument yaml, ProblemLog problems) {
        this.yaml = yaml;
        this.problems = problems;
        this.folder = yaml.file().resolveSibling("");
        this.root = findRoot(yaml.get("path"));
    }

    Path root() {
        return root;
    }

    private Path findRoot(@Nullable Node node) {
        if (node == null) {
            return folder;
        }
        String written = yaml.text(node, "path");
        Path found = existing(folder, written);
        if (found == null) {
            boolean beside =
                    yaml.get("train") instanceof ScalarNode train && existing(folder, train.getValue()) != null;
            throw yaml.refused(
                    node,
                    "The folder \"" + shown(folder, written) + "\" of path is not there.",
                    beside
                            ? "Remove the line: the images are beside this file."
                            : "Correct the path, or remove the line if the images are beside this file.");
        }
        return found;
    }

    Location resolve(Node node, String key) {
        String written = yaml.text(node, "An entry of " + key);
        Path found = existing(root, written);
        if (found == null && written.replace('\\', '/').startsWith("../")) {
            found = existing(root, written.replace('\\', '/').replaceFirst("^(\\.\\./)+", ""));
            if (found != null) {
                problems.info(
                        "yaml-parent",
                        yaml.file(),
                        yaml.line(node),
                        written,
                        "\"" + Problem.printable(written)
                                + "\" is not there; without the leading ../ it is, so that is used.",
                        "");
            }
        }
        if (found == null) {
            boolean pattern = written.contains("*") || written.contains("?");
            throw yaml.refused(
                    node,
                    "\"" + shown(root, written) + "\" of " + key
                            + (pattern ? " is a pattern, which is not read." : " is not there."),
                    pattern ? "Name the folder instead." : "Correct the path; relative paths start in " + root + ".");
        }
        return new Location(found, yaml.line(node));
    }

    /** The first reading of a path that is there. */
    static @Nullable Path existing(Path base, String written) {
        List<String> readings = new ArrayList<>(List.of(written));
        if (File.separatorChar == '/' && written.contains("\\")) {
            readings.add(written.replace('\\', '/'));
        }
        for (String reading : readings) {
            Path path = absolute(base, reading);
            if (path != null && Files.exists(path)) {
                return path;
            }
        }
        return null;
    }

    /** The path, absolute; null where the text cannot be a path here. */
    static @Nullable Path absolute(Path base, String written) {
        String home = System.getProperty("user.home");
        String expanded = written.equals("~") || written.startsWith("~/") ? home + written.substring(1) : written;
        try {
            return base.resolve(expanded).normalize();
        } catch (InvalidPathException _) {
            return null;
        }
    }

    /** The path to show for one that is not there; one of Windows stays as it is elsewhere. */
    private static String shown(Path base, String written) {
        Path path = written.matches("[A-Za-z]:[\\\\/].*") ? null : absolute(base, written);
        return path == null ? Problem.printable(written) : path.toString();
    }
}
