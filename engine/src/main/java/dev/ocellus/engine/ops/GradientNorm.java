package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;

/**
 * Euclidean norm of the given ranges of the gradient store. Operand: the store, and, if {@code scaled}, the scaler store: then the
 * gradients are first divided by its SCALE, and SKIP is set to whether the norm is not finite. Result: scalar.
 */
public record GradientNorm(List<ParameterRange> ranges, boolean scaled) implements Op {
    @Override
    public String name() {
        return "gradient_norm";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32));
    }

    @Override
    public Set<Integer> mutates() {
        return scaled ? Set.of(1) : Set.of();
    }
}
