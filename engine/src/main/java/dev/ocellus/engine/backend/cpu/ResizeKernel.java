package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Sums along columns, then along rows, with weights of their own for each row and column: bilinear interpolation, and its
 * gradient by the transposed weights. Each row of the result is made by one task, in a buffer with a whole row of the source.
 */
final class ResizeKernel implements Kernel {
    private static final int UNSIGNED = 0xFF;

    private final NativeTensor source;
    private final int sourceWidth;
    private final boolean bytes;
    private final NativeTensor out;
    private final int height;
    private final int width;
    private final AxisWeights rows;
    private final AxisWeights columns;
    private final float scale;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param sourceHeight height of {@code source} in pixels
     * @param bytes whether {@code source} holds bytes (0 to 255), densely, instead of float32
     * @param outHeight height of {@code out} in pixels
     * @param gradient whether {@code source} is the gradient of resized images and {@code out} that of the images
     * @param accumulate whether to add to {@code out}
     */
    ResizeKernel(
            NativeTensor source,
            int sourceHeight,
            boolean bytes,
            NativeTensor out,
            int outHeight,
            float scale,
            boolean gradient,
            boolean accumulate) {
        if (bytes && !source.dense()) {
            throw new IllegalArgumentException("images of bytes must be dense");
        }
        this.source = source;
        this.bytes = bytes;
        this.out = out;
        this.scale = scale;
        this.accumulate = accumulate;
        sourceWidth = source.pixels() / sourceHeight;
        height = outHeight;
        width = out.pixels() / outHeight;
        rows = weights(sourceHeight, height, gradient);
        columns = weights(sourceWidth, width, gradient);
    }

    private static AxisWeights weights(int from, int to, boolean gradient) {
        return gradient ? AxisWeights.linear(to, from).transposed(to) : AxisWeights.linear(from, to);
    }

    private long rowElements() {
        return (long) sourceWidth * source.channels();
    }

    private long rowBytes() {
        return Memory.align(rowElements() * Float.BYTES + 2L * VECTOR);
    }

    @Override
    public long scratchBytes(int threads) {
        return threads * rowBytes();
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(out.images() * height, part);
    }

    private void part(int task, int worker) {
        int image = task / height;
        int row = task % height;
        long buffer = scratch + worker * rowBytes();
        Memory.zero(buffer, rowElements() * Float.BYTES);
        float[] weights = rows.weights(row);
        for (int k = 0; k < weights.length; k++) {
            addRow(image, rows.first(row) + k, weights[k] * scale, buffer);
        }
        long pixel = (long) source.channels() * Float.BYTES;
        for (int column = 0; column < width; column++) {
            writePixel(
                    buffer + columns.first(column) * pixel,
                    pixel,
                    columns.weights(column),
                    out.at(image, row * width + column));
        }
    }

    /** buffer += weight · a row of the source. */
    private void addRow(int image, int row, float weight, long buffer) {
        int first = row * sourceWidth;
        if (bytes) {
            addBytes(source.address() + source.element(image, first), rowElements(), weight, buffer);
        } else if (source.pixelStride() == source.channels()) {
            addFloats(source.at(image, first), rowElements(), weight, buffer);
        } else {
            for (int p = 0; p < sourceWidth; p++) {
                long to = buffer + (long) p * source.channels() * Float.BYTES;
                addFloats(source.at(image, first + p), source.channels(), weight, to);
            }
        }
    }

    private static void addBytes(long from, long count, float weight, long to) {
        for (long i = 0; i < count; i++, to += Float.BYTES) {
            Memory.setFloat(to, Math.fma(weight, Memory.getByte(from + i) & UNSIGNED, Memory.getFloat(to)));
        }
    }

    private static void addFloats(long from, long count, float weight, long to) {
        FloatVector w = FloatVector.broadcast(FLOATS, weight);
        for (long i = 0; i < count; i += LANES, from += VECTOR, to += VECTOR) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER, mask)
                    .fma(w, FloatVector.fromMemorySegment(FLOATS, ALL, to, ORDER, mask))
                    .intoMemorySegment(ALL, to, ORDER, mask);
        }
    }

    /** out = Σ weights · neighbouring pixels of the buffer. */
    private void writePixel(long from, long pixel, float[] weights, long to) {
        int channels = out.channels();
        for (int c = 0; c < channels; c += LANES, from += VECTOR, to += VECTOR) {
            VectorMask<Float> mask = FLOATS.indexInRange(c, channels);
            FloatVector sum =
                    accumulate ? FloatVector.fromMemorySegment(FLOATS, ALL, to, ORDER, mask) : FloatVector.zero(FLOATS);
            long at = from;
            for (float weight : weights) {
                sum = FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER)
                        .fma(FloatVector.broadcast(FLOATS, weight), sum);
                at += pixel;
            }
            sum.intoMemorySegment(ALL, to, ORDER, mask);
        }
    }
}
