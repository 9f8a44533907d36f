package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link DetectionLoss} for the raw predictions. Operands: those of the loss, then the gradient of its total
 * (a scalar). Result: [N, A, 64 + classes].
 */
public record DetectionLossGradient(DetectionLoss loss) implements Op {
    @Override
    public String name() {
        return "detection_loss_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(inputs.get(0));
    }
}
