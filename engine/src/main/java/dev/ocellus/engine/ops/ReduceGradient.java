package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link Reduce} for a tensor of shape {@code input}: the same number in each element.
 */
public record ReduceGradient(Reduce.Kind kind, Shape input) implements Op {
    @Override
    public String name() {
        return "reduce_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(input, DType.F32));
    }
}
