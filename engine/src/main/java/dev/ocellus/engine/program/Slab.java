package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import org.jspecify.annotations.Nullable;

/**
 * Where a tensor lies: element (n, p, c) is at {@code byteOffset + bytes · (n · imageStride + p · pixelStride + c)} of
 * the step's arena, or of a store if {@code store} is not null. n counts images, p the pixels of an image (or rows), c
 * the channels, which are contiguous. A slab may be a slice of a wider tensor.
 */
public record Slab(@Nullable Store store, long byteOffset, long imageStride, int pixelStride, TensorSpec spec) {
    /** Dimensions of the tensor. */
    public Shape shape() {
        return spec.shape();
    }

    /** Element type. */
    public DType dtype() {
        return spec.dtype();
    }

    /** Whether the elements follow each other without gaps. */
    public boolean dense() {
        return pixelStride == shape().channels() && imageStride == (long) shape().pixels() * shape().channels();
    }

    /** The part of this slab that starts {@code rows} rows and {@code channels} channels further. */
    public Slab slice(int rows, int channels, TensorSpec part) {
        long elements = (long) rows * pixelStride + channels;
        return new Slab(store, byteOffset + elements * dtype().bytes(), imageStride, pixelStride, part);
    }
}
