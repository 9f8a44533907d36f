package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.DOUBLES;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;
import static jdk.incubator.vector.VectorOperators.F2D;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Sums over pixels for each channel, kept in double precision: each block of pixels has its own row of sums, and rows are
 * added in order of blocks. A row holds {@code kinds} times {@code channels} numbers, channels rounded up to vectors.
 */
record ChannelSums(int kinds, int channels, int blocks) {

    private int width() {
        return Math.ceilDiv(channels, LANES) * LANES;
    }

    /** Size of all rows. */
    long bytes() {
        return (long) Double.BYTES * kinds * width() * blocks;
    }

    /** Address of the sum of a kind for a channel in the row of a block. */
    long at(long base, int block, int kind, int channel) {
        return base + (long) Double.BYTES * (((long) block * kinds + kind) * width() + channel);
    }

    /** Sets the row of a block to zero. */
    void clear(long base, int block) {
        Memory.zero(at(base, block, 0, 0), (long) Double.BYTES * kinds * width());
    }

    /** Adds the rows of all blocks to the first one, in order. */
    void reduce(long base) {
        long row = (long) Double.BYTES * kinds * width();
        for (long at = 0; at < row; at += VECTOR) {
            DoubleVector sum = DoubleVector.fromMemorySegment(DOUBLES, ALL, base + at, ORDER);
            for (int block = 1; block < blocks; block++) {
                sum = sum.add(DoubleVector.fromMemorySegment(DOUBLES, ALL, base + block * row + at, ORDER));
            }
            sum.intoMemorySegment(ALL, base + at, ORDER);
        }
    }

    /** Total of a kind for a channel, after {@link #reduce}. */
    double total(long base, int kind, int channel) {
        return Memory.getDouble(at(base, 0, kind, channel));
    }

    /** Writes the sum and the sum of squares of each channel of {@code count} pixels into a row of two kinds. */
    void moments(long z, int count, int pixelStride, long base, int block) {
        for (int c = 0; c < channels; c += LANES) {
            long sums = at(base, block, 0, c);
            moments(z + (long) c * Float.BYTES, count, (long) pixelStride * Float.BYTES, channels - c, sums, width());
        }
    }

    private static void moments(long z, int count, long step, int lanes, long sums, int width) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        DoubleVector sumLow = DoubleVector.zero(DOUBLES);
        DoubleVector sumHigh = sumLow;
        DoubleVector squareLow = sumLow;
        DoubleVector squareHigh = sumLow;
        for (int i = 0; i < count; i++, z += step) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, z, ORDER, mask);
            DoubleVector low = (DoubleVector) v.convertShape(F2D, DOUBLES, 0);
            DoubleVector high = (DoubleVector) v.convertShape(F2D, DOUBLES, 1);
            sumLow = sumLow.add(low);
            sumHigh = sumHigh.add(high);
            squareLow = low.fma(low, squareLow);
            squareHigh = high.fma(high, squareHigh);
        }
        long half = (long) LANES / 2 * Double.BYTES;
        long squares = sums + (long) width * Double.BYTES;
        sumLow.intoMemorySegment(ALL, sums, ORDER);
        sumHigh.intoMemorySegment(ALL, sums + half, ORDER);
        squareLow.intoMemorySegment(ALL, squares, ORDER);
        squareHigh.intoMemorySegment(ALL, squares + half, ORDER);
    }
}
