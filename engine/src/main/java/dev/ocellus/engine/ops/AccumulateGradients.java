package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Op.noGradients(node.inputs().size());
    }

    @Override
    public Set<Integer> mutates() {
        return Set.of(0);
    }
}
