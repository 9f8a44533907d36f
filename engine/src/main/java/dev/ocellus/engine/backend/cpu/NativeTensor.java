package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.program.Slab;

/**
 * A tensor at a fixed place in native memory: element (n, p, c) is {@code n · imageStride + p · pixelStride + c} elements
 * after {@code address}. It may be a slice of channels of a wider tensor. Made once for a program, never during a step.
 *
 * @param address address of the first element
 * @param images outermost dimension
 * @param pixels H·W of images, A of rows [N, A, C]
 * @param channels innermost dimension, contiguous
 * @param imageStride distance of images in elements
 * @param pixelStride distance of pixels in elements, at least {@code channels}
 */
record NativeTensor(long address, int images, int pixels, int channels, long imageStride, int pixelStride) {
    /**
     * The place of a slab.
     *
     * @param base address of the arena or store that the slab lies in
     */
    static NativeTensor of(Slab slab, long base) {
        return new NativeTensor(
                base + slab.byteOffset(),
                slab.shape().images(),
                slab.shape().pixels(),
                slab.shape().channels(),
                slab.imageStride(),
                slab.pixelStride());
    }

    /** A tensor without gaps. */
    static NativeTensor dense(long address, int images, int pixels, int channels) {
        return new NativeTensor(address, images, pixels, channels, (long) pixels * channels, channels);
    }

    /** Number of elements. */
    long elements() {
        return (long) images * pixels * channels;
    }

    /** Whether the elements follow each other without gaps. */
    boolean dense() {
        return (pixelStride == channels || pixels == 1) && (imageStride == (long) pixels * channels || images == 1);
    }

    /** Address of the first channel of a pixel of float32 elements. */
    long at(int image, int pixel) {
        return address + Float.BYTES * element(image, pixel);
    }

    /** Distance of neighbouring pixels of float32 elements in bytes. */
    long step() {
        return (long) pixelStride * Float.BYTES;
    }

    /** Index of the first channel of a pixel, counted from {@code address}. */
    long element(int image, int pixel) {
        return image * imageStride + (long) pixel * pixelStride;
    }
}
