package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;

/**
 * Moving average of a store: e ← d · e + (1 − d) · x with d in {@link dev.ocellus.engine.graph.Control#EMA_DECAY}. Operands: average, source,
 * control store, and optionally the scaler store: then nothing changes if SKIP is set.
 */
public record EmaUpdate() implements Op {
    @Override
    public String name() {
        return "ema";
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
