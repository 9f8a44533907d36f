package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.DOUBLES;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

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

    /** Total of a kind for a channel. */
    double total(long base, int kind, int channel) {
        double sum = 0;
        long step = at(0, 1, 0, 0);
        long from = at(base, 0, kind, channel);
        for (int block = 0; block < blocks; block++, from += step) {
            sum += Memory.getDouble(from);
        }
        return sum;
    }

    /** The lower half of a vector's lanes in double precision. */
    static DoubleVector low(FloatVector v) {
        return (DoubleVector) v.convertShape(VectorOperators.F2D, DOUBLES, 0);
    }

    /** The upper half of a vector's lanes in double precision. */
    static DoubleVector high(FloatVector v) {
        return (DoubleVector) v.convertShape(VectorOperators.F2D, DOUBLES, 1);
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
            FloatVector v = Memory.load(z, mask);
            DoubleVector low = low(v);
            DoubleVector high = high(v);
            sumLow = sumLow.add(low);
            sumHigh = sumHigh.add(high);
            squareLow = low.fma(low, squareLow);
            squareHigh = high.fma(high, squareHigh);
        }
        long half = (long) LANES / 2 * Double.BYTES;
        long squares = sums + (long) width * Double.BYTES;
        Memory.store(sumLow, sums);
        Memory.store(sumHigh, sums + half);
        Memory.store(squareLow, squares);
        Memory.store(squareHigh, squares + half);
    }
}
