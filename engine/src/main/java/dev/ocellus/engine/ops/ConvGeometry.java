package dev.ocellus.engine.ops;

import dev.ocellus.engine.tensor.Shape;

/**
 * Sizes of a two-dimensional convolution over NHWC images with square kernels. Weights are OHWI: [outChannels, kernel,
 * kernel, inChannels / groups].
 */
public record ConvGeometry(
        int batch,
        int inHeight,
        int inWidth,
        int inChannels,
        int outHeight,
        int outWidth,
        int outChannels,
        int kernel,
        int stride,
        int padding,
        int groups) {

    /**
     * Sizes for an input of the given shape.
     *
     * @throws IllegalArgumentException if the groups do not divide the channels or nothing remains of the image
     */
    public static ConvGeometry of(Shape input, int outChannels, int kernel, int stride, int padding, int groups) {
        if (input.rank() != 4) {
            throw new IllegalArgumentException("a convolution needs images [N, H, W, C], got " + input);
        }
        int channels = input.channels();
        if (channels % groups != 0 || outChannels % groups != 0) {
            throw new IllegalArgumentException(
                    groups + " groups do not divide " + channels + " input and " + outChannels + " output channels");
        }
        int height = extent(input.dim(1), kernel, stride, padding);
        int width = extent(input.dim(2), kernel, stride, padding);
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException("a " + kernel + "x" + kernel + " window does not fit into " + input);
        }
        return new ConvGeometry(
                input.dim(0),
                input.dim(1),
                input.dim(2),
                channels,
                height,
                width,
                outChannels,
                kernel,
                stride,
                padding,
                groups);
    }

    /** Number of positions of a window of {@code kernel} along an axis of {@code size}. */
    public static int extent(int size, int kernel, int stride, int padding) {
        return Math.floorDiv(size + 2 * padding - kernel, stride) + 1;
    }

    /** Shape of the images. */
    public Shape input() {
        return Shape.of(batch, inHeight, inWidth, inChannels);
    }

    /** Shape of the result. */
    public Shape output() {
        return Shape.of(batch, outHeight, outWidth, outChannels);
    }

    /** Shape of the weights. */
    public Shape weights() {
        return Shape.of(outChannels, kernel, kernel, inChannels / groups);
    }

    /** Whether each channel has weights of its own and gives one channel of the result. */
    public boolean depthwise() {
        return groups > 1 && groups == inChannels && groups == outChannels;
    }

    /** Floating-point operations of one pass (forward, input gradient and weight gradient cost the same). */
    public long flops() {
        return 2 * output().elements() * kernel * kernel * (inChannels / groups);
    }
}
