package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums over pixels for each channel, kept in double precision: each block of pixels has its own row of sums, and rows are
 * added in order of blocks. A row holds {@code kinds} times {@code channels} numbers.
 */
final class ChannelSums {
    private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

    private final int kinds;
    private final int channels;
    private final int blocks;

    ChannelSums(int kinds, int channels, int blocks) {
        this.kinds = kinds;
        this.channels = channels;
        this.blocks = blocks;
    }

    /** Size of all rows. */
    long bytes() {
        return Memory.align((long) Double.BYTES * kinds * channels * blocks);
    }

    /** Address of the first sum of a kind in the row of a block. */
    long row(long base, int block, int kind) {
        return base + (long) Double.BYTES * channels * ((long) block * kinds + kind);
    }

    /** Total of a kind for a channel. */
    double total(long base, int kind, int channel) {
        double sum = 0;
        for (int block = 0; block < blocks; block++) {
            sum += Memory.getDouble(row(base, block, kind) + (long) Double.BYTES * channel);
        }
        return sum;
    }

    /** The empty sum. */
    static DoubleVector zero() {
        return DoubleVector.zero(DOUBLES);
    }

    /** The lower half of a vector's lanes in double precision. */
    static DoubleVector low(FloatVector v) {
        return (DoubleVector) v.convertShape(VectorOperators.F2D, DOUBLES, 0);
    }

    /** The upper half of a vector's lanes in double precision. */
    static DoubleVector high(FloatVector v) {
        return (DoubleVector) v.convertShape(VectorOperators.F2D, DOUBLES, 1);
    }

    /** Stores the sums of the channels from {@code channel} on that the mask holds. */
    static void store(DoubleVector low, DoubleVector high, long row, int channel, int channels) {
        long at = row + (long) Double.BYTES * channel;
        Memory.store(low, at, DOUBLES.indexInRange(channel, channels));
        int half = DOUBLES.length();
        if (channel + half < channels) {
            Memory.store(high, at + (long) Double.BYTES * half, DOUBLES.indexInRange(channel + half, channels));
        }
    }

    /** Writes the sum and the sum of squares of each channel of {@code count} pixels into rows of two kinds. */
    void moments(long z, int count, int pixelStride, long base, int block) {
        long step = (long) pixelStride * Float.BYTES;
        for (int c = 0; c < channels; c += FLOATS.length()) {
            VectorMask<Float> mask = Memory.mask(c, channels);
            DoubleVector sumLow = DoubleVector.zero(DOUBLES);
            DoubleVector sumHigh = sumLow;
            DoubleVector squareLow = sumLow;
            DoubleVector squareHigh = sumLow;
            long at = z + (long) c * Float.BYTES;
            for (int i = 0; i < count; i++) {
                FloatVector v = Memory.load(at, mask);
                DoubleVector low = low(v);
                DoubleVector high = high(v);
                sumLow = sumLow.add(low);
                sumHigh = sumHigh.add(high);
                squareLow = low.fma(low, squareLow);
                squareHigh = high.fma(high, squareHigh);
                at += step;
            }
            store(sumLow, sumHigh, row(base, block, 0), c, channels);
            store(squareLow, squareHigh, row(base, block, 1), c, channels);
        }
    }
}
