package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.ops.Pool2d;
import dev.ocellus.engine.tensor.Shape;

/** Sizes of a pooling with square windows. */
record PoolGeometry(int inHeight, int inWidth, int outHeight, int outWidth, int kernel, int stride, int padding) {
    /** Sizes for images of the given shape. */
    static PoolGeometry of(Pool2d pool, Shape images) {
        int height = images.dim(1);
        int width = images.dim(2);
        return new PoolGeometry(
                height,
                width,
                ConvGeometry.extent(height, pool.kernel(), pool.stride(), pool.padding()),
                ConvGeometry.extent(width, pool.kernel(), pool.stride(), pool.padding()),
                pool.kernel(),
                pool.stride(),
                pool.padding());
    }

    /** First input row or column of a window, at least 0. */
    int from(int position) {
        return Math.max(0, position * stride - padding);
    }

    /** End of the input rows of a window. */
    int toRow(int position) {
        return Math.min(inHeight, position * stride - padding + kernel);
    }

    /** End of the input columns of a window. */
    int toColumn(int position) {
        return Math.min(inWidth, position * stride - padding + kernel);
    }

    /** Place of an input row or column in the window at {@code position}. */
    int inWindow(int index, int position) {
        return index - (position * stride - padding);
    }

    /** First window along an axis that covers an input row or column. */
    int firstWindow(int index) {
        return Math.max(0, Math.ceilDiv(index + padding - kernel + 1, stride));
    }

    /** Last window along an axis with {@code extent} windows that covers an input row or column. */
    int lastWindow(int index, int extent) {
        return Math.min(extent - 1, (index + padding) / stride);
    }
}
