package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Cost;
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
 * Images [N, H, W, C] of bytes or float32 at another size, by bilinear interpolation without smoothing, times {@code scale}, so
 * that a batch of bytes is resized and normalised at once. Pixels are areas: those of the result lie at
 * {@code (i + ½) · size / newSize − ½} of the images, as in PyTorch's {@code interpolate(…, align_corners=False)}.
 *
 * @param height of the result in pixels
 * @param width of the result in pixels
 */
public record Resize(int height, int width, float scale) implements Op {
    /** Arithmetic of one number of the result: three interpolations of two operations, and the scale. */
    private static final int FLOPS = 7;

    @Override
    public String name() {
        return "resize_bilinear";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape in = inputs.get(0).shape();
        DType dtype = inputs.get(0).dtype();
        if (in.rank() != 4 || (dtype != DType.U8 && dtype != DType.F32)) {
            throw new IllegalArgumentException(
                    "only images [N, H, W, C] of bytes or float32 can be resized, got " + inputs.get(0));
        }
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException("images cannot be resized to " + width + "x" + height);
        }
        return List.of(TensorSpec.f32(in.dim(0), height, width, in.channels()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        Shape images = node.input(0).shape();
        return Arrays.asList(graph.apply(new ResizeGradient(images.dim(1), images.dim(2), scale), gradients.get(0)));
    }

    @Override
    public Cost cost(List<TensorSpec> inputs, List<TensorSpec> outputs) {
        return new Cost(
                FLOPS * outputs.get(0).shape().elements(),
                Op.super.cost(inputs, outputs).bytes());
    }
}
