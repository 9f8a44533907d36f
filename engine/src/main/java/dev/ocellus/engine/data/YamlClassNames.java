package dev.ocellus.engine.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the class names of a {@code data.yaml}: a list, or ids with names, checked against {@code nc}. */
final class YamlClassNames {
    private static final int MOST_CLASSES = 100_000;

    private final YamlDocument yaml;
    private final ProblemLog problems;

    YamlClassNames(YamlDocument yaml, ProblemLog problems) {
        this.yaml = yaml;
        this.problems = problems;
    }

    List<String> read() {
        Node node = yaml.get("names");
        Integer count = count();
        List<String> names = node == null ? numbered(count) : names(node);
        if (names.isEmpty()) {
            throw yaml.refused(node, "The dataset has no class.", "List the names of its classes under names:.");
        }
        if (count != null && count != names.size()) {
            throw yaml.refused(
                    yaml.get("nc"),
                    "nc is " + count + ", but there are " + names.size() + " names.",
                    "Correct one of the two, or remove nc.");
        }
        remarkOnTwins(node, names);
        return names;
    }

    private @Nullable Integer count() {
        Node node = yaml.get("nc");
        if (node == null) {
            return null;
        }
        int count = wholeNumber(yaml.text(node, "nc"));
        if (count < 0 || count > MOST_CLASSES) {
            throw yaml.refused(
                    node,
                    "nc is \"" + Problem.printable(yaml.text(node, "nc")) + "\", not a number of classes.",
                    "Write the number of classes, or remove nc.");
        }
        return count;
    }

    private List<String> numbered(@Nullable Integer count) {
        if (count == null) {
            throw yaml.refused(null, "The key \"names\" is missing.", "List the names of the classes under names:.");
        }
        problems.warning(
                "yaml-no-names",
                yaml.file(),
                yaml.line(Objects.requireNonNull(yaml.get("nc"))),
                String.valueOf(count),
                "The classes have no names and are called class0, class1 and so on.",
                "Add names:.");
        return unnamed(count);
    }

    /** Names for classes that have none. */
    static List<String> unnamed(int count) {
        return IntStream.range(0, count).mapToObj(i -> "class" + i).toList();
    }

    private List<String> names(Node node) {
        return switch (node) {
            case SequenceNode sequence ->
                sequence.getValue().stream().map(this::name).toList();
            case MappingNode mapping -> byId(mapping);
            default -> separated(node);
        };
    }

    private String name(Node node) {
        String name = yaml.text(node, "A class name").strip();
        if (name.isEmpty()) {
            throw yaml.refused(node, "A class name is empty.", "Give each class a name.");
        }
        return name;
    }

    private List<String> byId(MappingNode mapping) {
        TreeMap<Integer, String> names = new TreeMap<>();
        for (Map.Entry<String, Node> entry : yaml.map(mapping).entrySet()) {
            int id = wholeNumber(entry.getKey());
            if (id < 0) {
                throw yaml.refused(
                        entry.getValue(),
                        "\"" + Problem.printable(entry.getKey()) + "\" is not a class id.",
                        "Write ids from 0 on, or a list of names.");
            }
            if (names.put(id, name(entry.getValue())) != null) {
                throw yaml.refused(
                        entry.getValue(), "The class id " + id + " occurs a second time.", "Remove one of the two.");
            }
        }
        for (int id = 0; id < names.size(); id++) {
            if (!names.containsKey(id)) {
                throw yaml.refused(
                        mapping,
                        "The class ids have a gap: " + id + " is missing, the largest is " + names.lastKey() + ".",
                        "Number the classes from 0 on without a gap, in the labels too.");
            }
        }
        return List.copyOf(names.values());
    }

    private List<String> separated(Node node) {
        List<String> names = new ArrayList<>();
        for (String name : yaml.text(node, "names").split(",")) {
            names.add(name.strip());
        }
        names.removeIf(String::isEmpty);
        problems.warning(
                "yaml-names-text",
                yaml.file(),
                yaml.line(node),
                yaml.text(node, "names"),
                "The names are one text, which was taken apart at its commas into " + names.size() + ".",
                "Write them as a list: [" + String.join(", ", names) + "].");
        return names;
    }

    private void remarkOnTwins(@Nullable Node node, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                problems.warning(
                        "yaml-names-twice",
                        yaml.file(),
                        node == null ? 0 : yaml.line(node),
                        name,
                        "Two classes have the name \"" + Problem.printable(name) + "\".",
                        "Give each class a name of its own.");
            }
        }
    }

    /** The number, or −1. */
    private static int wholeNumber(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
