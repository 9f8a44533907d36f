package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/** Gradient of {@link Activate}. Operands: gradient of the result, argument of the activation. */
public record ActivateGradient(Activation activation) implements Op {
    @Override
    public String name() {
        return "activation_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(inputs.get(0));
    }

    @Override
    public int inPlace(int output) {
        return 0;
    }
}
