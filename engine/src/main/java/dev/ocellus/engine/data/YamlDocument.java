package dev.ocellus.engine.data;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * A YAML file as nodes: scalars stay as they are written ({@code no} is not false, {@code 007} not 7), each knows its
 * line, and nothing is ever constructed, so a tag can run no code. Refused: keys that occur twice, tags that are not of
 * YAML itself, more than 50 aliases of collections, more than 1 MiB.
 */
final class YamlDocument {
    private static final long MAX_BYTES = 1 << 20;
    private static final Set<Tag> TAGS = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.SEQ, Tag.MAP);

    private final Path file;
    private final Map<String, Node> entries;
    private final boolean more;

    private YamlDocument(Path file, Node top, boolean more) {
        this.file = file;
        this.more = more;
        checkTags(top);
        if (!(top instanceof MappingNode mapping)) {
            throw refused(
                    top,
                    "This is a " + kind(top) + ", not a list of keys.",
                    "Start with keys such as train:, val: and names:.");
        }
        this.entries = map(mapping);
    }

    /** @throws StudioException if it cannot be read, naming the line */
    static YamlDocument read(Path file) {
        try {
            String text = TextFile.readStrictly(file, MAX_BYTES);
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.getFileName().toString())
                    .setSchema(new FailsafeSchema())
                    .build();
            Iterator<Node> documents =
                    new Compose(settings).composeAllFromString(text).iterator();
            if (!documents.hasNext()) {
                throw refused(file, 0, "The file is empty.", "Write the keys train:, val: and names: into it.");
            }
            return new YamlDocument(file, documents.next(), documents.hasNext());
        } catch (CharacterCodingException _) {
            throw refused(file, 0, "The file is not UTF-8 text.", "Save it as UTF-8.");
        } catch (IOException e) {
            throw refused(file, 0, "The file cannot be read: " + e.getMessage() + ".", "Check that you may read it.");
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(YamlDocument::line).orElse(0);
            throw refused(file, line, "This is not valid YAML: " + e.getProblem() + ".", "Correct the line.");
        } catch (YamlEngineException e) {
            throw refused(file, 0, "This is not valid YAML: " + e.getMessage() + ".", "Correct the file.");
        } catch (StackOverflowError _) {
            // The composer calls itself for each level and has no limit of its own.
            throw refused(file, 0, "The YAML is nested too deeply.", "Write it with few levels.");
        }
    }

    Path file() {
        return file;
    }

    /** Whether other documents follow in the file. */
    boolean more() {
        return more;
    }

    Set<String> keys() {
        return entries.keySet();
    }

    /** What stands behind a key; null where the key is absent or has no value. */
    @Nullable
    Node get(String key) {
        Node node = entries.get(key);
        boolean none = node instanceof ScalarNode scalar
                && scalar.isPlain()
                && Set.of("", "~", "null").contains(scalar.getValue());
        return none ? null : node;
    }

    /** The text of a scalar as written. */
    String text(Node node, String what) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw refused(node, what + " is a " + kind(node) + ".", "Write a single value.");
    }

    /** Keys, as written, and values of a mapping, in order. */
    Map<String, Node> map(MappingNode mapping) {
        Map<String, Node> map = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = text(tuple.getKeyNode(), "A key");
            if (map.put(key, tuple.getValueNode()) != null) {
                throw refused(
                        tuple.getKeyNode(),
                        "The key \"" + Problem.printable(key) + "\" occurs a second time.",
                        "Remove one of the two.");
            }
        }
        return map;
    }

    /** Each node once, however often an alias names it. */
    private void checkTags(Node top) {
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Node> open = new ArrayDeque<>(Set.of(top));
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (!seen.add(node)) {
                continue;
            }
            if (!TAGS.contains(node.getTag())) {
                throw refused(
                        node,
                        "The tag \"" + Problem.printable(node.getTag().getValue())
                                + "\" is not accepted; nothing was run.",
                        "Write plain values, without a tag.");
            }
            if (node instanceof SequenceNode sequence) {
                open.addAll(sequence.getValue());
            } else if (node instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    open.add(tuple.getKeyNode());
                    open.add(tuple.getValueNode());
                }
            }
        }
    }

    static String kind(Node node) {
        return switch (node) {
            case SequenceNode _ -> "list";
            case MappingNode _ -> "group of keys";
            default -> "single value";
        };
    }

    int line(Node node) {
        return node.getStartMark().map(YamlDocument::line).orElse(0);
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }

    StudioException refused(@Nullable Node node, String message, String cure) {
        return refused(file, node == null ? 0 : line(node), message, cure);
    }

    static StudioException refused(Path file, int line, String message, String cure) {
        String place = line > 0 ? file + ":" + line : file.toString();
        return new StudioException(StudioException.Kind.DATA, place + ": " + message, cure);
    }
}
