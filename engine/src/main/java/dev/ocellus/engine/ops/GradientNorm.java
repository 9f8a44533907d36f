package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Euclidean norm of the given ranges of the gradient store. Operand: the store. Result: scalar.
 */
public record GradientNorm(List<ParameterRange> ranges) implements Op {
    @Override
    public String name() {
        return "gradient_norm";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32));
    }
}
