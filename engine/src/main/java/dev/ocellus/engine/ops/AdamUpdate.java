package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;

/**
 * One step of Adam, or of AdamW if {@code decoupledDecay}, on the given ranges of the stores. Operands: parameters,
 * gradients, first moment, second moment, gradient norm (scalar), control store. Clipping as in {@link SgdUpdate}; Adam
 * adds decay · p to the gradient, AdamW scales p by 1 − lr · decay first; then p ← p − lr / c1 · m / (sqrt(v / c2) + ε)
 * with the bias corrections c1, c2. An optional last operand is the scaler store: gradients are then divided by its SCALE, and nothing changes if SKIP is set;
 * bias corrections then count its DONE updates.
 *
 * <p>Sources: D. Kingma and J. Ba, arXiv:1412.6980; I. Loshchilov and F. Hutter, arXiv:1711.05101.
 */
public record AdamUpdate(boolean decoupledDecay, float epsilon, List<ParameterRange> ranges) implements Op {
    @Override
    public String name() {
        return "adam";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of();
    }

    @Override
    public Set<Integer> mutates() {
        return Set.of(0, 2, 3);
    }
}
