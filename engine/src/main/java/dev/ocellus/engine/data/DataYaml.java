package dev.ocellus.engine.data;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.DatasetDescription.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads a {@code data.yaml} as the YOLO tools write it. Keys: {@code path} (root; relative to the file's folder, which
 * is also the default), {@code train}, {@code val} (or {@code valid}) and {@code test} (a folder, a list file, an image,
 * or a list of those), {@code names} (list or ids), {@code nc} (their number), {@code kpt_shape}. A {@code download} is
 * never run.
 */
final class DataYaml {
    private static final Set<String> USED = Set.of("path", "train", "val", "valid", "test", "names", "nc", "kpt_shape");

    private final YamlDocument yaml;
    private final ProblemLog problems;
    private final SplitPaths paths;

    private DataYaml(YamlDocument yaml, ProblemLog problems) {
        this.yaml = yaml;
        this.problems = problems;
        this.paths = new SplitPaths(yaml, problems);
    }

    /**
     * @param problems hears what is remarkable
     * @throws StudioException if it does not describe a dataset
     */
    static DatasetDescription read(Path file, ProblemLog problems) {
        YamlDocument yaml;
        try {
            yaml = YamlDocument.read(file);
        } catch (StudioException e) {
            throw file.toString().endsWith(".data") ? darknet(file) : e;
        }
        return new DataYaml(yaml, problems).read();
    }

    private static StudioException darknet(Path file) {
        return YamlDocument.refused(
                file,
                0,
                "This looks like a description for Darknet, which is not read.",
                "Write a data.yaml with the keys train:, val: and names:.");
    }

    private DatasetDescription read() {
        List<String> names = new YamlClassNames(yaml, problems).read();
        Map<SplitName, List<Location>> parts = new EnumMap<>(SplitName.class);
        parts.put(SplitName.TRAIN, required("train"));
        parts.put(SplitName.VAL, required(valKey()));
        if (yaml.get("test") != null) {
            parts.put(SplitName.TEST, required("test"));
        }
        remarkOnTheRest();
        Path folder = yaml.file().resolveSibling("");
        String name = folder.getFileName() == null
                ? yaml.file().getFileName().toString()
                : folder.getFileName().toString();
        return new DatasetDescription(name, yaml.file(), paths.root(), names, parts, keypoints());
    }

    private String valKey() {
        if (yaml.get("val") != null || yaml.get("valid") == null) {
            return "val";
        }
        problems.info(
                "yaml-valid",
                yaml.file(),
                yaml.line(yaml.get("valid")),
                "valid",
                "The key valid is taken for val.",
                "");
        return "valid";
    }

    private List<Location> required(String key) {
        Node node = yaml.get(key);
        if (node == null) {
            throw yaml.refused(
                    null,
                    "The key \"" + key + "\" is missing or has no value; the file has " + String.join(", ", yaml.keys())
                            + ".",
                    "Add " + key + ": and the folder or list of its images.");
        }
        List<Node> nodes = node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
        List<Location> locations = new ArrayList<>();
        for (Node each : nodes) {
            locations.add(paths.resolve(each, key));
        }
        if (locations.isEmpty()) {
            throw yaml.refused(node, "The list of " + key + " is empty.", "Name the folder or list of its images.");
        }
        return locations;
    }

    private @Nullable KeypointShape keypoints() {
        if (!(yaml.get("kpt_shape") instanceof SequenceNode shape)) {
            return null;
        }
        try {
            List<Integer> numbers = shape.getValue().stream()
                    .map(n -> Integer.parseInt(yaml.text(n, "kpt_shape")))
                    .toList();
            problems.info(
                    "yaml-pose",
                    yaml.file(),
                    yaml.line(shape),
                    numbers.toString(),
                    "This describes a pose dataset; only its boxes are used.",
                    "");
            return new KeypointShape(numbers.get(0), numbers.get(1));
        } catch (NumberFormatException | IndexOutOfBoundsException _) {
            throw yaml.refused(shape, "kpt_shape is not a pair of whole numbers.", "Write it like [17, 3].");
        }
    }

    private void remarkOnTheRest() {
        Set<String> rest = new LinkedHashSet<>(yaml.keys());
        rest.removeAll(USED);
        if (!rest.isEmpty()) {
            String keys = String.join(", ", rest);
            String script = rest.contains("download") ? " What stands under download is never run." : "";
            problems.info("yaml-keys", yaml.file(), 0, keys, "Keys that are not used: " + keys + "." + script, "");
        }
        if (yaml.more()) {
            problems.warning(
                    "yaml-documents",
                    yaml.file(),
                    0,
                    "---",
                    "The file has several documents, of which the first is used.",
                    "Remove the others.");
        }
    }
}
