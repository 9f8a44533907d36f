package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link Softmax}. Operands: gradient of the result, the result.
 */
public record SoftmaxGradient() implements Op {
    @Override
    public String name() {
        return "softmax_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(inputs.get(0));
    }
}
