package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;

/**
 * One step of stochastic gradient descent with momentum on the given ranges of the stores. Operands: parameters,
 * gradients, momentum, gradient norm (scalar), control store. With g the gradient times min(1, clip / (norm + 1e-6)) if
 * clipping is on, plus decay · p: m ← momentum · m + g (m ← g on the first update), p ← p − lr · (nesterov ? g +
 * momentum · m : m). An optional last operand is the scaler store: gradients are then divided by its SCALE, and nothing changes if SKIP is set.
 *
 * <p>Source: the definition of PyTorch's SGD (dampening 0); I. Sutskever et al., ICML 2013.
 */
public record SgdUpdate(boolean nesterov, List<ParameterRange> ranges) implements Op {
    @Override
    public String name() {
        return "sgd";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of();
    }

    @Override
    public Set<Integer> mutates() {
        return Set.of(0, 2);
    }
}
