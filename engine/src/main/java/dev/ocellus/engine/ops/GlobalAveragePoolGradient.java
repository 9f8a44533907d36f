package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gradient of {@link GlobalAveragePool} for images of shape {@code input}.
 */
public record GlobalAveragePoolGradient(Shape input) implements Op {
    @Override
    public String name() {
        return "global_avg_pool_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(input, DType.F32));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Op.noGradients(node.inputs().size());
    }

    @Override
    public boolean canAccumulate(int output) {
        return true;
    }
}
