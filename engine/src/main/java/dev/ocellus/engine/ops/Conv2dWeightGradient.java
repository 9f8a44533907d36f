package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Cost;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link Conv2d} for its weights. Operands: images, gradient of the result. Results: gradient of the weights, in the
 * element type of the images, and, if {@code bias}, of the bias in float32.
 */
public record Conv2dWeightGradient(ConvGeometry geometry, boolean bias) implements Op {
    @Override
    public String name() {
        return "conv2d_wgrad";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        TensorSpec weights = new TensorSpec(geometry.weights(), inputs.get(0).dtype());
        return bias ? List.of(weights, TensorSpec.f32(geometry.outChannels())) : List.of(weights);
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
