package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.ops.Add;
import dev.ocellus.engine.ops.Axis;
import dev.ocellus.engine.ops.Concat;
import dev.ocellus.engine.ops.ConvertedWeights;
import dev.ocellus.engine.ops.Reshape;
import dev.ocellus.engine.ops.Split;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a graph into a program: decides which nodes run, which of them are mere views, and where each value lies.
 *
 * <p>Passes, in order:
 *
 * <ol>
 *   <li>Dead nodes are dropped: only what leads to an output, to a store or to a change of state remains.
 *   <li>Views: {@link Reshape}, {@link Split} and {@link ConvertedWeights} never copy. A {@link Concat} gives its operands slices of its result to
 *       be written into; where its operands already lie side by side it becomes a view of them; only what cannot be moved is
 *       copied.
 *   <li>Sums: where a gradient has several contributions, the kernel that makes the later one adds it to the earlier one in
 *       place, if nobody still needs the earlier one.
 *   <li>In place: a result takes over the memory of an operand that is not needed again, where the operation allows it.
 *   <li>Every remaining root gets a fixed offset of one arena, see {@link Arena}.
 * </ol>
 */
public final class Planner {
    private final Graph graph;
    private final List<Node> nodes;
    private final Aliases aliases;
    private final Set<Node> views = new HashSet<>();
    private final Set<Node> accumulating = new HashSet<>();

    private Planner(Graph graph) {
        this.graph = graph;
        this.nodes = liveNodes(graph);
        Set<Value> pinned = new HashSet<>(graph.outputs().values());
        pinned.addAll(graph.inputs().values());
        this.aliases = new Aliases(nodes, pinned);
    }

    /** Plans a graph. */
    public static Program plan(Graph graph) {
        return plan(graph, true);
    }

    /**
     * Plans a graph.
     *
     * @param share whether values may share memory where it saves copies; without it only views share, which is what the
     *     tests compare with
     */
    public static Program plan(Graph graph, boolean share) {
        Planner planner = new Planner(graph);
        for (Node node : planner.nodes) {
            planner.place(node, share);
        }
        return planner.program();
    }

    private static List<Node> liveNodes(Graph graph) {
        Set<Value> wanted = new HashSet<>(graph.outputs().values());
        List<Node> live = new ArrayList<>();
        for (int i = graph.nodes().size() - 1; i >= 0; i--) {
            Node node = graph.nodes().get(i);
            boolean needed = !node.op().mutates().isEmpty()
                    || node.outputs().stream().anyMatch(v -> v.binding() != null || wanted.contains(v));
            if (needed) {
                wanted.addAll(node.inputs());
                live.addFirst(node);
            }
        }
        return live;
    }

    private void place(Node node, boolean share) {
        switch (node.op()) {
            case Reshape reshape -> view(node, 0, node.input(0), 0, 0);
            case ConvertedWeights weights -> view(node, 0, node.input(1), 0, weights.offset());
            case Split split -> {
                int offset = 0;
                for (int i = 0; i < node.outputs().size(); i++) {
                    boolean rows = split.axis() == Axis.ROWS;
                    view(node, i, node.input(0), rows ? offset : 0, rows ? 0 : offset);
                    offset += split.sizes().get(i);
                }
            }
            case Concat concat when share -> join(node, concat);
            case Add add when share && accumulate(node, 0, 1) || share && accumulate(node, 1, 0) -> {}
            default -> {
                if (share) {
                    reuse(node);
                }
            }
        }
    }

    /** Makes a result a view unless it must lie elsewhere; the node touches no memory if all its results are views. */
    private void view(Node node, int output, Value of, int row, int channel) {
        if (node.output(output).binding() == null) {
            aliases.attach(node.output(output), of, row, channel);
        }
        boolean all = node.outputs().stream().allMatch(v -> v.binding() == null);
        if (all && views.add(node)) {
            aliases.elide(node);
        }
    }

    private void join(Node node, Concat concat) {
        Value whole = node.output(0);
        boolean rows = concat.axis() == Axis.ROWS;
        if (liesSideBySide(node, rows)) {
            view(node, 0, node.input(0), 0, 0);
            return;
        }
        if (!aliases.isFree(whole) && !graph.outputs().containsValue(whole)) {
            return;
        }
        int offset = 0;
        boolean complete = true;
        for (int i = 0; i < node.inputs().size(); ) {
            int covered = coveredRoot(node, i, rows);
            if (covered > 0) {
                Value root = aliases.place(node.input(i)).root();
                aliases.attach(root, whole, rows ? offset : 0, rows ? 0 : offset);
            } else {
                covered = 1;
                complete = false;
            }
            for (int k = 0; k < covered; k++, i++) {
                offset += size(node.input(i), rows);
            }
        }
        if (complete) {
            views.add(node);
            aliases.elide(node);
        }
    }

    /** Number of consecutive operands from {@code first} that make up exactly one movable root; 0 if they do not. */
    private int coveredRoot(Node node, int first, boolean rows) {
        Value root = aliases.place(node.input(first)).root();
        if (!aliases.isFree(root)
                || root.spec().dtype() != node.output(0).spec().dtype()
                || repeats(node, root)) {
            return 0;
        }
        int offset = 0;
        for (int i = first; i < node.inputs().size(); i++) {
            Aliases.Place place = aliases.place(node.input(i));
            int at = rows ? place.row() : place.channel();
            int across = rows ? place.channel() : place.row();
            if (place.root() != root || at != offset || across != 0) {
                return 0;
            }
            offset += size(node.input(i), rows);
            if (offset == size(root, rows)) {
                boolean fits = rows
                        ? root.shape().channels() == node.output(0).shape().channels()
                        : root.shape().pixels() == node.output(0).shape().pixels();
                return fits ? i - first + 1 : 0;
            }
        }
        return 0;
    }

    /** Whether more operands lie in {@code root} than would fill it: the same tensor joined twice must be copied. */
    private boolean repeats(Node node, Value root) {
        long elements = 0;
        for (Value input : node.inputs()) {
            if (aliases.place(input).root() == root) {
                elements += input.shape().elements();
            }
        }
        return elements > root.shape().elements();
    }

    private boolean liesSideBySide(Node node, boolean rows) {
        if (node.inputs().size() < 2 || !aliases.isFree(node.output(0))) {
            return false;
        }
        Aliases.Place start = aliases.place(node.input(0));
        int offset = 0;
        for (Value input : node.inputs()) {
            Aliases.Place place = aliases.place(input);
            if (place.root() != start.root()
                    || place.row() != start.row() + (rows ? offset : 0)
                    || place.channel() != start.channel() + (rows ? 0 : offset)) {
                return false;
            }
            offset += size(input, rows);
        }
        return start.root().binding() == null;
    }

    private static int size(Value value, boolean rows) {
        return rows ? value.shape().pixels() : value.shape().channels();
    }

    /** Lets the producer of operand {@code later} add into the memory of operand {@code earlier}. */
    private boolean accumulate(Node add, int earlier, int later) {
        Value base = add.input(earlier);
        Value term = add.input(later);
        Node producer = term.producer();
        if (producer == null
                || base == term
                || !producer.op().canAccumulate(producer.outputs().indexOf(term))
                || producer.outputs().size() != 1
                || !aliases.isFree(term)
                || !aliases.isFree(add.output(0))
                || aliases.readers(term).size() != 1
                || aliases.members(term).size() != 1
                || accumulating.contains(producer)
                || writtenAfter(base, producer.index())
                || !aliases.mayOverwrite(base, producer.index(), add)) {
            return false;
        }
        aliases.attach(term, base, 0, 0);
        aliases.attach(add.output(0), base, 0, 0);
        accumulating.add(producer);
        views.add(add);
        aliases.elide(add);
        return true;
    }

    private static boolean writtenAfter(Value value, int index) {
        Node producer = value.producer();
        return producer == null || producer.index() > index;
    }

    private void reuse(Node node) {
        for (int j = 0; j < node.outputs().size(); j++) {
            int i = node.op().inPlace(j);
            Value output = node.output(j);
            if (i >= 0
                    && aliases.isFree(output)
                    && output.spec().equals(node.input(i).spec())
                    && node.input(i).producer() != null
                    && aliases.mayOverwrite(node.input(i), node.index(), null)) {
                aliases.attach(output, node.input(i), 0, 0);
            }
        }
    }

    private Program program() {
        List<Node> executed = nodes.stream().filter(n -> !views.contains(n)).toList();
        Map<Value, Slab> slabs = new HashMap<>();
        Arena arena = new Arena();
        Map<Value, long[]> lifetimes = lifetimes(executed);
        lifetimes.forEach((root, span) -> arena.add(root, root.spec().bytes(), span[0], span[1]));
        long bytes = arena.assign();
        List<Call> calls = new ArrayList<>();
        for (Node node : executed) {
            calls.add(new Call(
                    node,
                    node.inputs().stream().map(v -> slab(v, arena, slabs)).toList(),
                    node.outputs().stream().map(v -> slab(v, arena, slabs)).toList(),
                    accumulating.contains(node)));
        }
        Map<String, Slab> inputs = new LinkedHashMap<>();
        graph.inputs().forEach((name, value) -> {
            if (lifetimes.containsKey(aliases.place(value).root())) {
                inputs.put(name, slab(value, arena, slabs));
            }
        });
        Map<String, Slab> outputs = new LinkedHashMap<>();
        graph.outputs().forEach((name, value) -> outputs.put(name, slab(value, arena, slabs)));
        return new Program(calls, bytes, inputs, outputs, storeElements());
    }

    /** First and last call at which each root of the arena must keep its memory. */
    private Map<Value, long[]> lifetimes(List<Node> executed) {
        Map<Value, long[]> spans = new LinkedHashMap<>();
        for (int i = 0; i < executed.size(); i++) {
            for (Value value : executed.get(i).inputs()) {
                extend(spans, value, i);
            }
            for (Value value : executed.get(i).outputs()) {
                extend(spans, value, i);
            }
        }
        graph.inputs().values().forEach(value -> extendIfUsed(spans, value, -1));
        graph.inputs().values().forEach(value -> extendIfUsed(spans, value, executed.size()));
        graph.outputs().values().forEach(value -> extend(spans, value, executed.size()));
        return spans;
    }

    private void extendIfUsed(Map<Value, long[]> spans, Value value, int at) {
        if (spans.containsKey(aliases.place(value).root())) {
            extend(spans, value, at);
        }
    }

    private void extend(Map<Value, long[]> spans, Value value, int at) {
        Value root = aliases.place(value).root();
        if (root.binding() == null) {
            long[] span = spans.computeIfAbsent(root, r -> new long[] {at, at});
            span[0] = Math.min(span[0], at);
            span[1] = Math.max(span[1], at);
        }
    }

    private Slab slab(Value value, Arena arena, Map<Value, Slab> slabs) {
        return slabs.computeIfAbsent(value, v -> {
            Aliases.Place place = aliases.place(v);
            Value root = place.root();
            TensorSpec spec = root.spec();
            Value.Binding binding = root.binding();
            Store store = binding == null ? null : binding.store();
            long start = binding == null
                    ? arena.offset(root)
                    : binding.offset() * spec.dtype().bytes();
            boolean vector = spec.shape().rank() == 1; // parts of a vector, such as converted weights, have no gaps
            Shape strides = vector ? v.shape() : spec.shape();
            int channels = strides.channels();
            Slab whole = new Slab(store, start, (long) strides.pixels() * channels, channels, spec);
            return whole.slice(place.row(), place.channel(), v.spec());
        });
    }

    private Map<Store, Long> storeElements() {
        Map<Store, Long> sizes = new EnumMap<>(Store.class);
        for (Value value : graph.values()) {
            Value.Binding binding = value.binding();
            if (binding != null) {
                sizes.merge(binding.store(), binding.offset() + value.shape().elements(), Math::max);
            }
        }
        return sizes;
    }
}
