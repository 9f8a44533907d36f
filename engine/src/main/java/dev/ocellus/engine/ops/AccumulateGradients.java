package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;

/**
 * Adds the gradients of one batch to the sum of the window: a ← a + g, or a ← g on the first batch. Operands: sum,
 * gradients, control store.
 */
public record AccumulateGradients() implements Op {
    @Override
    public String name() {
        return "accumulate";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of();
    }

    @Override
    public Set<Integer> mutates() {
        return Set.of(0);
    }
}
