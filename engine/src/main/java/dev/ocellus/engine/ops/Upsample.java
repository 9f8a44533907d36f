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

/** Nearest-neighbour enlargement of NHWC images by a whole factor. */
public record Upsample(int factor) implements Op {
    @Override
    public String name() {
        return "upsample_nearest";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape in = inputs.get(0).shape();
        return List.of(new TensorSpec(
                Shape.of(in.dim(0), in.dim(1) * factor, in.dim(2) * factor, in.channels()),
                inputs.get(0).dtype()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(graph.apply(new UpsampleGradient(factor), gradients.get(0)));
    }
}
