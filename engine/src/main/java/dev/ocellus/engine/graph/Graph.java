package dev.ocellus.engine.graph;

import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A step as data: nodes in order of execution over values that are assigned once. Built on one thread by the layers of
 * {@code nn} and the rest of a family's step, extended by {@link Autodiff}, then compiled into a program. A graph holds
 * no numbers.
 */
public final class Graph {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();
    private final Map<String, Value> inputs = new LinkedHashMap<>();
    private final Map<String, Value> outputs = new LinkedHashMap<>();
    private final Map<String, Value> stored = new LinkedHashMap<>();
    private final Set<Value> differentiable = new HashSet<>();
    private Phase phase = Phase.FORWARD;
    private String path = "";

    /** Declares an input that the host fills before each step. */
    public Value input(String name, TensorSpec spec) {
        Value value = add(name, spec, null, null);
        if (inputs.put(name, value) != null) {
            throw new IllegalArgumentException("two inputs are named " + name);
        }
        return value;
    }

    /**
     * A tensor that lies in a store; the same store and name give the same value.
     *
     * @param trainable whether a gradient is wanted
     */
    public Value stored(String name, Shape shape, Store store, long offset, boolean trainable) {
        return stored(name, new TensorSpec(shape, DType.F32), store, offset, trainable);
    }

    /** As above, for a store of other elements than float32. */
    public Value stored(String name, TensorSpec spec, Store store, long offset, boolean trainable) {
        Value value = stored.computeIfAbsent(
                store + ":" + name, key -> add(name, spec, null, new Value.Binding(store, offset)));
        if (trainable) {
            differentiable.add(value);
        }
        return value;
    }

    /** The whole control store as one vector. */
    public Value control() {
        return stored("control", Shape.of(Control.SLOTS), Store.CONTROL, 0, false);
    }

    /** The whole scaler store as one vector. */
    public Value scaler() {
        return stored("scaler", Shape.of(Scaler.SLOTS), Store.SCALER, 0, false);
    }

    /**
     * Adds a node.
     *
     * @return its results
     * @throws IllegalArgumentException if the operands do not fit; the message names the module
     */
    public List<Value> apply(Op op, List<Value> operands) {
        List<TensorSpec> specs;
        try {
            specs = op.infer(operands.stream().map(Value::spec).toList());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    op.name() + " in " + (path.isEmpty() ? "the graph" : path) + ": " + e.getMessage(), e);
        }
        Node node = new Node(nodes.size(), op, operands, phase, path);
        List<Value> results = new ArrayList<>(specs.size());
        for (TensorSpec spec : specs) {
            results.add(add(path.isEmpty() ? op.name() : path + ":" + op.name(), spec, node, null));
        }
        node.outputs(results);
        nodes.add(node);
        if (operands.stream().anyMatch(differentiable::contains)) {
            differentiable.addAll(results);
        }
        return node.outputs();
    }

    /** Adds a node and returns its first result. */
    public Value apply(Op op, Value... operands) {
        return apply(op, List.of(operands)).get(0);
    }

    /** Marks a value to be kept to the end of the step and to be readable by the host. */
    public void output(String name, Value value) {
        outputs.put(name, value);
    }

    /** Whether a trainable parameter influences the value. */
    public boolean needsGradient(Value value) {
        return differentiable.contains(value);
    }

    /** Nodes in order of execution. */
    public List<Node> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** Values in order of creation. */
    public List<Value> values() {
        return Collections.unmodifiableList(values);
    }

    /** Inputs by name. */
    public Map<String, Value> inputs() {
        return Collections.unmodifiableMap(inputs);
    }

    /** Values kept for the host, by name. */
    public Map<String, Value> outputs() {
        return Collections.unmodifiableMap(outputs);
    }

    /** Values that lie in stores, in order of first use. */
    public List<Value> stored() {
        return List.copyOf(stored.values());
    }

    /** Runs {@code build} with nodes tagged with another phase. */
    public <T extends @Nullable Object> T in(Phase other, Supplier<T> build) {
        Phase before = phase;
        phase = other;
        try {
            return build.get();
        } finally {
            phase = before;
        }
    }

    /** Runs {@code build} with nodes tagged with exactly this module path. */
    public <T extends @Nullable Object> T at(String modulePath, Supplier<T> build) {
        String before = path;
        path = modulePath;
        try {
            return build.get();
        } finally {
            path = before;
        }
    }

    private Value add(String name, TensorSpec spec, @Nullable Node producer, Value.@Nullable Binding binding) {
        Value value = new Value(values.size(), name, spec, producer, binding);
        values.add(value);
        return value;
    }
}
