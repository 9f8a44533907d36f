package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link Pool2d} for images of shape {@code input}. Operands: gradient of the result and, for the maximum,
 * the winners' positions.
 */
public record Pool2dGradient(Pool2d pool, Shape input) implements Op {
    @Override
    public String name() {
        return pool.name() + "_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(input, inputs.get(0).dtype()));
    }

    @Override
    public boolean canAccumulate(int output) {
        return true;
    }
}
