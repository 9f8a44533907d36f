package dev.ocellus.engine.models.yolo9;

import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.nn.Layers;
import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.ops.Axis;
import java.util.List;

/**
 * Building blocks of YOLOv9 (C.-Y. Wang et al., arXiv:2402.13616). Each takes the layers of its own module; names of
 * submodules are those of the state dict.
 */
final class Yolo9Blocks {
    private Yolo9Blocks() {}

    /** Convolution, normalisation, SiLU. */
    static Value conv(Layers in, Value x, int channels, int kernel, int stride) {
        return in.convNorm(x, channels, kernel, stride, 1, Activation.SILU);
    }

    /** SiLU of the sum of a 3×3 and a 1×1 convolution, each normalised. */
    static Value repConv(Layers in, Value x, int channels) {
        return in.norm(
                List.of(
                        in.at("conv1").branch(x, channels, 3, 1, 1),
                        in.at("conv2").branch(x, channels, 1, 1, 1)),
                Activation.SILU,
                null);
    }

    private static Value bottleneck(Layers in, Value x) {
        int channels = x.shape().channels();
        Value hidden = repConv(in.at("conv1"), x, channels);
        return in.at("conv2").convNormResidual(hidden, channels, 3, Activation.SILU, x);
    }

    private static Value repNcsp(Layers in, Value x, int channels, int bottlenecks) {
        int hidden = channels / 2;
        Value a = conv(in.at("conv1"), x, hidden, 1, 1);
        for (int i = 0; i < bottlenecks; i++) {
            a = bottleneck(in.at("bottleneck").at(i), a);
        }
        Value b = conv(in.at("conv2"), x, hidden, 1, 1);
        return conv(in.at("conv3"), in.concat(Axis.CHANNELS, a, b), channels, 1, 1);
    }

    /** ELAN with plain 3×3 convolutions. */
    static Value elan(Layers in, Value x, int channels, int part) {
        List<Value> halves = in.halves(conv(in.at("conv1"), x, part, 1, 1));
        Value x3 = conv(in.at("conv2"), halves.get(1), part / 2, 3, 1);
        Value x4 = conv(in.at("conv3"), x3, part / 2, 3, 1);
        return conv(in.at("conv4"), in.concat(Axis.CHANNELS, halves.get(0), halves.get(1), x3, x4), channels, 1, 1);
    }

    /** ELAN whose inner convolutions are cross-stage partial blocks of RepConv bottlenecks. */
    static Value repNcspElan(Layers in, Value x, int channels, int part, int bottlenecks) {
        List<Value> halves = in.halves(conv(in.at("conv1"), x, part, 1, 1));
        Value x3 = stage(in.at("conv2"), halves.get(1), part / 2, bottlenecks);
        Value x4 = stage(in.at("conv3"), x3, part / 2, bottlenecks);
        return conv(in.at("conv4"), in.concat(Axis.CHANNELS, halves.get(0), halves.get(1), x3, x4), channels, 1, 1);
    }

    private static Value stage(Layers in, Value x, int channels, int bottlenecks) {
        return conv(in.at(1), repNcsp(in.at(0), x, channels, bottlenecks), channels, 3, 1);
    }

    /** Halves the resolution: AConv, or ADown where {@code split}. */
    static Value down(Layers in, Value x, int channels, boolean split) {
        Value pooled = in.averagePool(x, 2, 1, 0);
        if (!split) {
            return conv(in.at("conv"), pooled, channels, 3, 2);
        }
        List<Value> halves = in.halves(pooled);
        Value a = conv(in.at("conv1"), halves.get(0), channels / 2, 3, 2);
        Value b = conv(in.at("conv2"), in.maxPool(halves.get(1), 3, 2, 1), channels / 2, 1, 1);
        return in.concat(Axis.CHANNELS, a, b);
    }

    /** Spatial pyramid pooling with three chained 5×5 maxima. */
    static Value sppElan(Layers in, Value x, int channels) {
        Value a = conv(in.at("conv1"), x, channels / 2, 1, 1);
        Value b = in.maxPool(a, 5, 1, 2);
        Value c = in.maxPool(b, 5, 1, 2);
        Value d = in.maxPool(c, 5, 1, 2);
        return conv(in.at("conv5"), in.concat(Axis.CHANNELS, a, b, c, d), channels, 1, 1);
    }
}
