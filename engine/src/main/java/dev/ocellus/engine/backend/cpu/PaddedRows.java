package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Copies rows of an image, or of some of its channels, with zeros around them, so that windows can be read without asking
 * for borders and their pixels follow each other in memory.
 *
 * @param width columns of the image
 * @param channels channels to copy
 * @param left column of the image at which a copied row starts; negative for zeros
 * @param columns columns of a copied row
 */
record PaddedRows(NativeTensor source, int height, int width, int channels, int left, int columns) {
    /** Size of a copied row. */
    long rowBytes() {
        return (long) columns * pixelBytes();
    }

    /** Size of a copied pixel. */
    long pixelBytes() {
        return (long) channels * Float.BYTES;
    }

    /**
     * Copies rows {@code from} to {@code to} − 1 of an image; those outside of it are zeros.
     *
     * @param channel first channel to copy
     * @param target address of the first copied row
     */
    void copy(int image, int channel, int from, int to, long target) {
        int first = Math.max(left, 0);
        int last = Math.min(left + columns, width);
        for (int y = from; y < to; y++, target += rowBytes()) {
            if (y < 0 || y >= height || first >= last) {
                Memory.zero(target, rowBytes());
                continue;
            }
            long start = target + (first - left) * pixelBytes();
            Memory.zero(target, start - target);
            long at = source.at(image, y * width + first) + (long) channel * Float.BYTES;
            pixels(at, start, last - first);
            long end = start + (last - first) * pixelBytes();
            Memory.zero(end, target + rowBytes() - end);
        }
    }

    private void pixels(long from, long to, int count) {
        if (source.pixelStride() == channels) {
            Memory.copy(from, to, count * pixelBytes());
            return;
        }
        long step = (long) source.pixelStride() * Float.BYTES;
        int whole = channels / LANES * LANES;
        VectorMask<Float> rest = FLOATS.indexInRange(whole, channels);
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < whole; c += LANES) {
                FloatVector.fromMemorySegment(FLOATS, ALL, from + (long) c * Float.BYTES, ORDER)
                        .intoMemorySegment(ALL, to + (long) c * Float.BYTES, ORDER);
            }
            if (whole < channels) {
                long at = (long) whole * Float.BYTES;
                FloatVector.fromMemorySegment(FLOATS, ALL, from + at, ORDER, rest)
                        .intoMemorySegment(ALL, to + at, ORDER, rest);
            }
            from += step;
            to += (long) channels * Float.BYTES;
        }
    }
}
