package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of the loss at which the backward pass starts under dynamic loss scaling. Operands: control store, scaler store. Result: the
 * scalar LOSS_SCALE · SCALE.
 */
public record ScaledSeed() implements Op {
    @Override
    public String name() {
        return "scaled_seed";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32));
    }
}
