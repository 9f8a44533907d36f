package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pooling over square windows of NHWC images. Maximum ignores the padding and takes the first of equal values; average
 * divides by the whole window. Results: the pooled images and, for the maximum, the winner's position in the window
 * (U8, row-major) that the gradient needs.
 */
public record Pool2d(Kind kind, int kernel, int stride, int padding) implements Op {
    /** What is taken of a window. */
    public enum Kind {
        MAX,
        AVERAGE
    }

    @Override
    public String name() {
        return kind == Kind.MAX ? "max_pool" : "avg_pool";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape in = inputs.get(0).shape();
        int height = ConvGeometry.extent(in.dim(1), kernel, stride, padding);
        int width = ConvGeometry.extent(in.dim(2), kernel, stride, padding);
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException("a " + kernel + "x" + kernel + " window does not fit into " + in);
        }
        Shape out = Shape.of(in.dim(0), height, width, in.channels());
        TensorSpec pooled = new TensorSpec(out, inputs.get(0).dtype());
        return kind == Kind.MAX ? List.of(pooled, new TensorSpec(out, DType.U8)) : List.of(pooled);
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        Pool2dGradient op = new Pool2dGradient(this, node.input(0).shape());
        Value dy = gradients.get(0);
        return Arrays.asList(kind == Kind.MAX ? graph.apply(op, dy, node.output(1)) : graph.apply(op, dy));
    }
}
