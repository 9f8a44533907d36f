package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which values share memory: a forest in which each value is a root or a view that starts some rows and channels into
 * another value. Knows the nodes that really read each value, and answers whether a region may be overwritten.
 */
final class Aliases {
    /** A value's place in its root, in rows and channels. */
    record Place(Value root, int row, int channel) {}

    private final Map<Value, Place> parents = new HashMap<>();
    private final Map<Value, List<Value>> members = new HashMap<>();
    private final Map<Value, List<Node>> readers = new HashMap<>();
    private final Set<Value> pinned = new HashSet<>();

    /** @param pinned values whose memory must never be written by anything but their producer */
    Aliases(List<Node> nodes, Set<Value> pinned) {
        for (Node node : nodes) {
            for (Value input : node.inputs()) {
                readers.computeIfAbsent(input, v -> new ArrayList<>()).add(node);
            }
        }
        this.pinned.addAll(pinned);
    }

    /** Nodes that read the value. */
    List<Node> readers(Value value) {
        return readers.getOrDefault(value, List.of());
    }

    /** Forgets a node's reads: it has become a view and touches no memory. */
    void elide(Node node) {
        for (Value input : node.inputs()) {
            readers(input).remove(node);
        }
    }

    /** Where the value lies in its root. */
    Place place(Value value) {
        int row = 0;
        int channel = 0;
        Value at = value;
        for (Place parent = parents.get(at); parent != null; parent = parents.get(at)) {
            row += parent.row();
            channel += parent.channel();
            at = parent.root();
        }
        return new Place(at, row, channel);
    }

    /** Whether the value is a root whose place is still free to choose. */
    boolean isFree(Value value) {
        return !parents.containsKey(value) && value.binding() == null && !pinned.contains(value);
    }

    /** Makes the root {@code child} a view into {@code parent}. */
    void attach(Value child, Value parent, int row, int channel) {
        if (parents.putIfAbsent(child, new Place(parent, row, channel)) != null) {
            throw new IllegalStateException(child + " already lies in another value");
        }
        Value root = place(parent).root();
        List<Value> all = members.computeIfAbsent(root, r -> new ArrayList<>(List.of(r)));
        List<Value> joined = members.remove(child);
        all.addAll(joined != null ? joined : List.of(child));
    }

    /** All values in the memory of a root, the root among them. */
    List<Value> members(Value root) {
        return members.getOrDefault(root, List.of(root));
    }

    /**
     * Whether a node at {@code index} may overwrite the value's memory: the memory is the planner's own, and no other node
     * after {@code index} reads any value that overlaps it.
     *
     * @param except a reader that does not count
     */
    boolean mayOverwrite(Value value, int index, @Nullable Node except) {
        Place place = place(value);
        if (place.root().binding() != null) {
            return false;
        }
        for (Value other : members(place.root())) {
            if (!overlap(value, place, other, place(other))) {
                continue;
            }
            if (pinned.contains(other)) {
                return false;
            }
            for (Node reader : readers(other)) {
                if (reader.index() > index && reader != except) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean overlap(Value a, Place at, Value b, Place bt) {
        return at.channel() < bt.channel() + b.shape().channels()
                && bt.channel() < at.channel() + a.shape().channels()
                && at.row() < bt.row() + b.shape().pixels()
                && bt.row() < at.row() + a.shape().pixels();
    }
}
