package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Reductions of one row of {@code count} numbers. */
final class Rows {
    private Rows() {}

    static float max(long row, int count) {
        FloatVector best = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = Memory.mask(i, count);
            best = best.lanewise(VectorOperators.MAX, Memory.load(row + (long) i * Float.BYTES, mask), mask);
        }
        return best.reduceLanes(VectorOperators.MAX);
    }

    /** Σ exp(x − shift). */
    static double sumExp(long row, int count, float shift) {
        double sum = 0;
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = Memory.mask(i, count);
            FloatVector e = VectorMath.exp(
                    Memory.load(row + (long) i * Float.BYTES, mask).sub(shift));
            sum += e.reduceLanes(VectorOperators.ADD, mask);
        }
        return sum;
    }

    /** Σ x·y. */
    static double dot(long x, long y, int count) {
        double sum = 0;
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = Memory.mask(i, count);
            long at = (long) i * Float.BYTES;
            sum += Memory.load(x + at, mask).mul(Memory.load(y + at, mask)).reduceLanes(VectorOperators.ADD);
        }
        return sum;
    }

    /** Σ x in double precision. */
    static double sum(long row, int count) {
        double sum = 0;
        for (int i = 0; i < count; i += LANES) {
            sum += Memory.load(row + (long) i * Float.BYTES, Memory.mask(i, count))
                    .reduceLanes(VectorOperators.ADD);
        }
        return sum;
    }
}
