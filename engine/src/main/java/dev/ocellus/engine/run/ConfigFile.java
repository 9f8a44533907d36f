package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Configurations as YAML files: one {@code option: value} a line. */
public final class ConfigFile {

    private ConfigFile() {}

    /** Writes what was requested, so that reading it asks for the same again; a comment tells where something else held. */
    public static void write(Path file, RunConfig config) throws IOException {
        AtomicFile.write(file, text(config));
    }

    static String text(RunConfig config) {
        StringBuilder text = new StringBuilder();
        for (Setting<?> setting : config.settings()) {
            text.append(line(setting)).append('\n');
        }
        return text.toString();
    }

    private static <T> String line(Setting<T> setting) {
        OptionType<T> type = setting.option().type();
        String line = setting.option().name() + ": " + value(type.plain(setting.requested()));
        if (setting.changed()) {
            return "%s  # used: %s, since %s".formatted(line, type.format(setting.effective()), setting.why());
        }
        return setting.used() ? line : line + "  # no effect: " + setting.why();
    }

    private static String value(Object plain) {
        return switch (plain) {
            case List<?> list -> list.stream().map(ConfigFile::value).collect(Collectors.joining(", ", "[", "]"));
            case Double number -> Decimal.write(number);
            case String text -> "'" + text.replace("'", "''") + "'";
            default -> plain.toString();
        };
    }

    /**
     * Requests every value of a file.
     *
     * @throws StudioException of kind USAGE that names the file and the line of the first fault
     */
    public static void read(Path file, RunConfig.Builder into, Source source) {
        MappingNode mapping = mapping(file);
        Map<Option<?>, Integer> lines = new HashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            int line = line(entry.getKeyNode());
            String name = scalar(file, entry.getKeyNode());
            String value = text(file, entry.getValueNode());
            try {
                Integer before = lines.put(Schema.find(into.scope(), name), line);
                if (before != null) {
                    throw new StudioException(
                            StudioException.Kind.USAGE,
                            "%s is given twice, first in line %d.".formatted(name, before),
                            "Leave out one of the two.");
                }
                into.set(name, value, source);
            } catch (StudioException e) {
                throw fault(file, line, e.getMessage(), e.cure(), e);
            }
        }
    }

    private static MappingNode mapping(Path file) {
        try {
            LoadSettings settings =
                    LoadSettings.builder().setLabel(file.toString()).build();
            Optional<Node> root = new Compose(settings).composeString(Files.readString(file));
            if (root.isEmpty() || !(root.get() instanceof MappingNode mapping)) {
                throw fault(file, 1, "This is not a list of options.", "Write one \"option: value\" a line.", null);
            }
            return mapping;
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw fault(file, line, "This is not valid YAML: " + e.getProblem() + ".", "Correct the line.", e);
        } catch (YamlEngineException e) {
            throw fault(file, 1, "This is not valid YAML: " + e.getMessage(), "Correct the file.", e);
        } catch (IOException e) {
            throw new StudioException(
                    StudioException.Kind.USAGE,
                    "The configuration %s cannot be read.".formatted(file),
                    "Check the path and its permissions.",
                    e);
        }
    }

    private static String text(Path file, Node node) {
        return node instanceof SequenceNode list
                ? list.getValue().stream().map(item -> scalar(file, item)).collect(Collectors.joining(",", "[", "]"))
                : scalar(file, node);
    }

    private static String scalar(Path file, Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw fault(file, line(node), "A single value is expected here.", "Options are not nested.", null);
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static StudioException fault(Path file, int line, String message, String cure, @Nullable Exception cause) {
        return new StudioException(
                StudioException.Kind.USAGE, "%s, line %d: %s".formatted(file, line, message), cure, cause);
    }
}
