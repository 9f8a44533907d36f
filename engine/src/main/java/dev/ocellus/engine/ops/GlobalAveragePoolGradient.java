package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link GlobalAveragePool} for images of shape {@code input}.
 */
public record GlobalAveragePoolGradient(Shape input) implements Op {
    @Override
    public String name() {
        return "global_avg_pool_backward";
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
