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
 * The same elements under another shape with the same number of images, of pixels and of channels, so that any strided
 * view can be taken: for example [N, H, W, C] as rows [N, H·W, C].
 */
public record Reshape(Shape shape) implements Op {
    @Override
    public String name() {
        return "reshape";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape from = inputs.get(0).shape();
        if (from.images() != shape.images() || from.pixels() != shape.pixels() || from.channels() != shape.channels()) {
            throw new IllegalArgumentException("cannot see " + from + " as " + shape);
        }
        return List.of(new TensorSpec(shape, inputs.get(0).dtype()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(graph.apply(new Reshape(node.input(0).shape()), gradients.get(0)));
    }
}
