package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Cost;
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
 * Two-dimensional cross-correlation. Operands: images [N, H, W, I], weights [O, k, k, I/groups], optionally a bias [O].
 * Result: [N, H', W', O].
 */
public record Conv2d(int outChannels, int kernel, int stride, int padding, int groups) implements Op {
    @Override
    public String name() {
        return "conv2d";
    }

    /** Sizes for images of the given shape. */
    public ConvGeometry geometry(Shape images) {
        return ConvGeometry.of(images, outChannels, kernel, stride, padding, groups);
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        ConvGeometry geometry = geometry(inputs.get(0).shape());
        Shape weights = inputs.get(1).shape();
        if (!weights.equals(geometry.weights())) {
            throw new IllegalArgumentException("expected weights " + geometry.weights() + ", got " + weights);
        }
        return List.of(new TensorSpec(geometry.output(), inputs.get(0).dtype()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        Value dy = gradients.get(0);
        Value images = node.input(0);
        ConvGeometry geometry = geometry(images.shape());
        @Nullable Value[] result = new Value[node.inputs().size()];
        if (graph.needsGradient(images)) {
            result[0] = graph.apply(new Conv2dInputGradient(geometry), dy, node.input(1));
        }
        if (graph.needsGradient(node.input(1))) {
            boolean bias = result.length > 2;
            List<Value> weights = graph.apply(new Conv2dWeightGradient(geometry, bias), List.of(images, dy));
            result[1] = weights.get(0);
            if (bias) {
                result[2] = weights.get(1);
            }
        }
        return Arrays.asList(result);
    }

    @Override
    public Cost cost(List<TensorSpec> inputs, List<TensorSpec> outputs) {
        return new Cost(
                geometry(inputs.get(0).shape()).flops(),
                Op.super.cost(inputs, outputs).bytes());
    }
}
