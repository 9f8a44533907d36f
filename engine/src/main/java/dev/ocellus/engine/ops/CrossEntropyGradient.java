package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link CrossEntropy} for the logits. Operands: gradient of the loss, logits, labels.
 */
public record CrossEntropyGradient(float smoothing) implements Op {
    @Override
    public String name() {
        return "cross_entropy_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(inputs.get(1));
    }
}
