package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.tensor.DType;

/**
 * What a convolution plan depends on: two of its tasks that are equal are done by the same plan.
 *
 * @param type element type of images, weights and their gradients
 * @param xImage distance of the input's images in elements
 * @param xPixel distance of the input's pixels
 * @param yImage distance of the result's images
 * @param yPixel distance of the result's pixels
 * @param alignment bytes that all addresses are multiples of, at most 16
 * @param add whether to add to what is in the output
 */
record ConvolutionTask(
        Direction direction,
        ConvGeometry geometry,
        DType type,
        long xImage,
        int xPixel,
        long yImage,
        int yPixel,
        int alignment,
        boolean add) {
    /** What is computed. */
    enum Direction {
        /** The result from input and weights. */
        FORWARD,
        /** The gradient of the input from that of the result, and the weights. */
        INPUT_GRADIENT,
        /** The gradient of the weights from the input and the gradient of the result. */
        WEIGHT_GRADIENT
    }

    static ConvolutionTask of(
            Direction direction, ConvGeometry geometry, CudaTensor x, CudaTensor y, long weights, boolean add) {
        long low = (x.address() | y.address() | weights | 16) & -(x.address() | y.address() | weights | 16);
        return new ConvolutionTask(
                direction,
                geometry,
                x.dtype(),
                x.imageStride(),
                x.pixelStride(),
                y.imageStride(),
                y.pixelStride(),
                (int) low,
                add);
    }
}
