package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Cost;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Gradient of {@link Resize} for its images: each pixel gets its share of the results that were interpolated from it.
 *
 * @param height of the images that were resized
 * @param width of the images that were resized
 */
public record ResizeGradient(int height, int width, float scale) implements Op {
    /** Arithmetic of one number of dy: its share of four pixels, and the scale. */
    private static final int FLOPS = 9;

    @Override
    public String name() {
        return "resize_bilinear_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape out = inputs.get(0).shape();
        return List.of(TensorSpec.f32(out.dim(0), height, width, out.channels()));
    }

    @Override
    public Cost cost(List<TensorSpec> inputs, List<TensorSpec> outputs) {
        return new Cost(
                FLOPS * inputs.get(0).shape().elements(),
                Op.super.cost(inputs, outputs).bytes());
    }

    @Override
    public boolean canAccumulate(int output) {
        return true;
    }
}
