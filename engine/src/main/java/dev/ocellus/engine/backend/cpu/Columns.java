package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.DOUBLES;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;
import static jdk.incubator.vector.VectorOperators.F2D;

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

    /** buffer = z · scale + shift. */
    static void affine(long z, long step, long scale, long shift, long buffer, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector a = FloatVector.fromMemorySegment(FLOATS, ALL, scale, ORDER);
        FloatVector b = FloatVector.fromMemorySegment(FLOATS, ALL, shift, ORDER);
        for (int i = 0; i < count; i++, z += step, buffer += VECTOR) {
            FloatVector.fromMemorySegment(FLOATS, ALL, z, ORDER, mask).fma(a, b).intoMemorySegment(ALL, buffer, ORDER);
        }
    }

    /** buffer = buffer + z · scale. */
    static void addScaled(long z, long step, long scale, long buffer, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector a = FloatVector.fromMemorySegment(FLOATS, ALL, scale, ORDER);
        for (int i = 0; i < count; i++, z += step, buffer += VECTOR) {
            FloatVector.fromMemorySegment(FLOATS, ALL, z, ORDER, mask)
                    .fma(a, FloatVector.fromMemorySegment(FLOATS, ALL, buffer, ORDER))
                    .intoMemorySegment(ALL, buffer, ORDER);
        }
    }

    /** out = buffer. */
    static void store(long buffer, long out, long step, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        for (int i = 0; i < count; i++, buffer += VECTOR, out += step) {
            FloatVector.fromMemorySegment(FLOATS, ALL, buffer, ORDER).intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    /** out = buffer + x. */
    static void storeSum(long buffer, long x, long xStep, long out, long step, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        for (int i = 0; i < count; i++, buffer += VECTOR, x += xStep, out += step) {
            FloatVector.fromMemorySegment(FLOATS, ALL, buffer, ORDER)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask))
                    .intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    /** out = g · scale + z · slope + constant; out may be g. */
    static void combine(
            long g,
            long gStep,
            long scale,
            long z,
            long zStep,
            long slope,
            long constant,
            long out,
            long step,
            int count,
            int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector a = FloatVector.fromMemorySegment(FLOATS, ALL, scale, ORDER);
        FloatVector b = FloatVector.fromMemorySegment(FLOATS, ALL, slope, ORDER);
        FloatVector c = FloatVector.fromMemorySegment(FLOATS, ALL, constant, ORDER);
        for (int i = 0; i < count; i++, g += gStep, z += zStep, out += step) {
            FloatVector.fromMemorySegment(FLOATS, ALL, g, ORDER, mask)
                    .fma(
                            a,
                            FloatVector.fromMemorySegment(FLOATS, ALL, z, ORDER, mask)
                                    .fma(b, c))
                    .intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    /** out = buffer; sums = sums + Σ buffer, a double a lane. */
    static void storeAndSum(long buffer, long out, long step, int count, int lanes, long sums) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int i = 0; i < count; i++, buffer += VECTOR, out += step) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, buffer, ORDER);
            v.intoMemorySegment(ALL, out, ORDER, mask);
            sum = sum.add(v);
        }
        long half = sums + VECTOR;
        DoubleVector low = (DoubleVector) sum.convertShape(F2D, DOUBLES, 0);
        DoubleVector high = (DoubleVector) sum.convertShape(F2D, DOUBLES, 1);
        DoubleVector.fromMemorySegment(DOUBLES, ALL, sums, ORDER).add(low).intoMemorySegment(ALL, sums, ORDER);
        DoubleVector.fromMemorySegment(DOUBLES, ALL, half, ORDER).add(high).intoMemorySegment(ALL, half, ORDER);
    }

    /** sums = sums + Σ buffer · z, a double a lane. */
    static void dot(long buffer, long z, long step, int count, int lanes, long sums) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector even = FloatVector.zero(FLOATS);
        FloatVector odd = even;
        int i = 0;
        for (; i < count - 1; i += 2, buffer += 2L * VECTOR, z += 2 * step) {
            even = FloatVector.fromMemorySegment(FLOATS, ALL, buffer, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, z, ORDER, mask), even);
            odd = FloatVector.fromMemorySegment(FLOATS, ALL, buffer + VECTOR, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, z + step, ORDER, mask), odd);
        }
        if (i < count) {
            even = FloatVector.fromMemorySegment(FLOATS, ALL, buffer, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, z, ORDER, mask), even);
        }
        FloatVector sum = even.add(odd);
        long half = sums + VECTOR;
        DoubleVector low = (DoubleVector) sum.convertShape(F2D, DOUBLES, 0);
        DoubleVector high = (DoubleVector) sum.convertShape(F2D, DOUBLES, 1);
        DoubleVector.fromMemorySegment(DOUBLES, ALL, sums, ORDER).add(low).intoMemorySegment(ALL, sums, ORDER);
        DoubleVector.fromMemorySegment(DOUBLES, ALL, half, ORDER).add(high).intoMemorySegment(ALL, half, ORDER);
    }
}
