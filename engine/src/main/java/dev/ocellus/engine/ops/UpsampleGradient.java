package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/** Gradient of {@link Upsample}: the sum over each block of {@code factor} × {@code factor} pixels. */
public record UpsampleGradient(int factor) implements Op {
    @Override
    public String name() {
        return "upsample_nearest_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape out = inputs.get(0).shape();
        return List.of(new TensorSpec(
                Shape.of(out.dim(0), out.dim(1) / factor, out.dim(2) / factor, out.channels()),
                inputs.get(0).dtype()));
    }

    @Override
    public boolean canAccumulate(int output) {
        return true;
    }
}
