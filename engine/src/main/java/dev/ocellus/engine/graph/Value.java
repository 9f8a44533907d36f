package dev.ocellus.engine.graph;

import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import org.jspecify.annotations.Nullable;

/**
 * A symbolic tensor of a {@link Graph}: assigned once, by a node, by the host (an input) or by lying in a
 * {@link Store}. Belongs to one graph and one thread.
 */
public final class Value {
    /** Range of a store that a value occupies, {@code offset} in elements. */
    public record Binding(Store store, long offset) {}

    private final int id;
    private final String name;
    private final TensorSpec spec;
    private final @Nullable Node producer;
    private @Nullable Binding binding;

    Value(int id, String name, TensorSpec spec, @Nullable Node producer, @Nullable Binding binding) {
        this.id = id;
        this.name = name;
        this.spec = spec;
        this.producer = producer;
        this.binding = binding;
    }

    /** Number of this value in its graph, in order of creation. */
    public int id() {
        return id;
    }

    /** Readable name: that of the parameter or input, or the path of the producing node. */
    public String name() {
        return name;
    }

    /** Shape and element type. */
    public TensorSpec spec() {
        return spec;
    }

    /** Dimensions. */
    public Shape shape() {
        return spec.shape();
    }

    /** The node that computes this value; null for inputs and values that lie in a store. */
    public @Nullable Node producer() {
        return producer;
    }

    /** Where this value lies in a store; null if the planner is free to place it. */
    public @Nullable Binding binding() {
        return binding;
    }

    /** Fixes the place of a computed value in a store, for example of a gradient. */
    public void bind(Store store, long offset) {
        if (binding != null) {
            throw new IllegalStateException(name + " is already bound to " + binding);
        }
        binding = new Binding(store, offset);
    }

    @Override
    public String toString() {
        return "%" + id + " " + name + " " + spec;
    }
}
