package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;

/**
 * Ends an update under dynamic loss scaling. Operand: scaler store. After a skipped update the scale is halved and counting starts anew;
 * after {@code growthInterval} updates in a row that were not skipped it is doubled, if it stays finite.
 */
public record UpdateScaler(int growthInterval) implements Op {
    @Override
    public String name() {
        return "update_scaler";
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
