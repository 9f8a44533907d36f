package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mean over all pixels: [N, H, W, C] to [N, 1, 1, C].
 */
public record GlobalAveragePool() implements Op {
    @Override
    public String name() {
        return "global_avg_pool";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape in = inputs.get(0).shape();
        return List.of(new TensorSpec(
                Shape.of(in.dim(0), 1, 1, in.channels()), inputs.get(0).dtype()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(
                graph.apply(new GlobalAveragePoolGradient(node.input(0).shape()), gradients.get(0)));
    }
}
