package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * out = scale · Σ over a window of pixels, or out += …: what average pooling, its gradient and the gradient of an
 * enlargement have in common.
 *
 * @param source tensor with the windows, of {@code width} columns
 */
record WindowSum(NativeTensor source, int width, float scale, boolean accumulate) {
    /** Sums the window of rows {@code top} to {@code bottom} − 1 and columns {@code left} to {@code right} − 1. */
    void write(int image, int top, int bottom, int left, int right, long out) {
        long corner = source.at(image, top * width + left);
        int channels = source.channels();
        for (int c = 0; c < channels; c += LANES) {
            long offset = (long) c * Float.BYTES;
            write(corner + offset, bottom - top, right - left, channels - c, out + offset);
        }
    }

    private void write(long corner, int rows, int columns, int lanes, long out) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        long step = source.step();
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int r = 0; r < rows; r++, corner += width * step) {
            long at = corner;
            for (int i = 0; i < columns; i++, at += step) {
                sum = sum.add(FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER, mask));
            }
        }
        FloatVector result = sum.mul(scale);
        if (accumulate) {
            result = result.add(FloatVector.fromMemorySegment(FLOATS, ALL, out, ORDER, mask));
        }
        result.intoMemorySegment(ALL, out, ORDER, mask);
    }
}
