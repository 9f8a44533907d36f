package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Cost;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/** Gradient of {@link Conv2d} for its images. Operands: gradient of the result, weights. */
public record Conv2dInputGradient(ConvGeometry geometry) implements Op {
    @Override
    public String name() {
        return "conv2d_dgrad";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(geometry.input(), inputs.get(0).dtype()));
    }

    @Override
    public Cost cost(List<TensorSpec> inputs, List<TensorSpec> outputs) {
        return new Cost(geometry.flops(), Op.super.cost(inputs, outputs).bytes());
    }

    @Override
    public boolean canAccumulate(int output) {
        return true;
    }
}
