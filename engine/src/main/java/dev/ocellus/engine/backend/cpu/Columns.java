package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Loops over a column: one vector of channels of up to {@link #ROWS} consecutive pixels. What passes between loops lies in
 * a dense buffer of a column, which stays in the first-level cache.
 *
 * <p>Each loop is short on purpose. The compiler stops inlining once a method has grown beyond a limit, and from there on
 * allocates every vector, so a long chain of operations is faster as a few loops than as one. For the same reason
 * per-channel vectors are passed by address.
 *
 * <p>Steps are the distances of pixels in bytes; {@code lanes} is the number of channels that exist. Lanes beyond are read
 * as zero, and are written in buffers only.
 */
final class Columns {
    /** Most pixels of a column; few enough that their sums are exact enough in single precision. */
    static final int ROWS = 32;

    /** Size of a buffer in bytes. */
    static final int BUFFER = ROWS * VECTOR;

    private Columns() {}

    private static VectorMask<Float> mask(int lanes) {
        return FLOATS.indexInRange(0, lanes);
    }

    /** buffer = z · scale + shift. */
    static void affine(long z, long step, long scale, long shift, long buffer, int count, int lanes) {
        VectorMask<Float> mask = mask(lanes);
        FloatVector a = Memory.load(scale);
        FloatVector b = Memory.load(shift);
        for (int i = 0; i < count; i++, z += step, buffer += VECTOR) {
            Memory.store(Memory.load(z, mask).fma(a, b), buffer);
        }
    }

    /** buffer = buffer + z · scale. */
    static void addScaled(long z, long step, long scale, long buffer, int count, int lanes) {
        VectorMask<Float> mask = mask(lanes);
        FloatVector a = Memory.load(scale);
        for (int i = 0; i < count; i++, z += step, buffer += VECTOR) {
            Memory.store(Memory.load(z, mask).fma(a, Memory.load(buffer)), buffer);
        }
    }

    /** out = buffer. */
    static void store(long buffer, long out, long step, int count, int lanes) {
        VectorMask<Float> mask = mask(lanes);
        for (int i = 0; i < count; i++, buffer += VECTOR, out += step) {
            Memory.store(Memory.load(buffer), out, mask);
        }
    }

    /** out = buffer + x. */
    static void storeSum(long buffer, long x, long xStep, long out, long step, int count, int lanes) {
        VectorMask<Float> mask = mask(lanes);
        for (int i = 0; i < count; i++, buffer += VECTOR, x += xStep, out += step) {
            Memory.store(Memory.load(buffer).add(Memory.load(x, mask)), out, mask);
        }
    }

    /** out = buffer · scale + z · slope + constant. */
    static void storeCombined(
            long buffer,
            long scale,
            long z,
            long zStep,
            long slope,
            long constant,
            long out,
            long step,
            int count,
            int lanes) {
        VectorMask<Float> mask = mask(lanes);
        FloatVector a = Memory.load(scale);
        FloatVector b = Memory.load(slope);
        FloatVector c = Memory.load(constant);
        for (int i = 0; i < count; i++, buffer += VECTOR, z += zStep, out += step) {
            Memory.store(Memory.load(buffer).fma(a, Memory.load(z, mask).fma(b, c)), out, mask);
        }
    }

    /** sums = sums + Σ buffer, a double a lane. */
    static void sum(long buffer, int count, long sums) {
        FloatVector even = FloatVector.zero(FLOATS);
        FloatVector odd = even;
        int i = 0;
        for (; i < count - 1; i += 2, buffer += 2L * VECTOR) {
            even = even.add(Memory.load(buffer));
            odd = odd.add(Memory.load(buffer + VECTOR));
        }
        if (i < count) {
            even = even.add(Memory.load(buffer));
        }
        add(even.add(odd), sums);
    }

    /** sums = sums + Σ buffer · z, a double a lane. */
    static void dot(long buffer, long z, long step, int count, int lanes, long sums) {
        VectorMask<Float> mask = mask(lanes);
        FloatVector even = FloatVector.zero(FLOATS);
        FloatVector odd = even;
        int i = 0;
        for (; i < count - 1; i += 2, buffer += 2L * VECTOR, z += 2 * step) {
            even = Memory.load(buffer).fma(Memory.load(z, mask), even);
            odd = Memory.load(buffer + VECTOR).fma(Memory.load(z + step, mask), odd);
        }
        if (i < count) {
            even = Memory.load(buffer).fma(Memory.load(z, mask), even);
        }
        add(even.add(odd), sums);
    }

    private static void add(FloatVector v, long sums) {
        long half = (long) LANES / 2 * Double.BYTES;
        DoubleVector low = Memory.loadDoubles(sums);
        DoubleVector high = Memory.loadDoubles(sums + half);
        Memory.store(low.add(ChannelSums.low(v)), sums);
        Memory.store(high.add(ChannelSums.high(v)), sums + half);
    }
}
