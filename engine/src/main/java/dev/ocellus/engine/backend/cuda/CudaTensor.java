package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.tensor.DType;

/**
 * A tensor in device memory: element (n, p, c) is element n · imageStride + p · pixelStride + c from {@code address} on.
 *
 * @param address device address of the first element
 * @param imageStride distance of images in elements
 * @param pixelStride distance of pixels in elements
 */
record CudaTensor(long address, int images, int pixels, int channels, long imageStride, int pixelStride, DType dtype) {
    /** Number of elements. */
    long elements() {
        return (long) images * pixels * channels;
    }

    /** Whether the elements follow each other without gaps. */
    boolean dense() {
        return pixelStride == channels && imageStride == (long) pixels * channels;
    }

    /** Whether the pixels of all images follow each other at one distance. */
    boolean evenRows() {
        return imageStride == (long) pixels * pixelStride;
    }

    /** Whether each pixel's channels can be read in groups of {@code count} elements by aligned accesses. */
    boolean aligned(int count) {
        long bytes = (long) count * dtype.bytes();
        return channels % count == 0 && pixelStride % count == 0 && imageStride % count == 0 && address % bytes == 0;
    }
}
