package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Reductions of one row of {@code count} numbers. */
final class Rows {
    private Rows() {}

    static float max(long row, int count) {
        FloatVector best = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            best = best.lanewise(
                    VectorOperators.MAX,
                    FloatVector.fromMemorySegment(FLOATS, ALL, row + (long) i * Float.BYTES, ORDER, mask),
                    mask);
        }
        return best.reduceLanes(VectorOperators.MAX);
    }

    /** Σ exp(x − shift). */
    static double sumExp(long row, int count, float shift) {
        double sum = 0;
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            FloatVector e =
                    VectorMath.exp(FloatVector.fromMemorySegment(FLOATS, ALL, row + (long) i * Float.BYTES, ORDER, mask)
                            .sub(shift));
            sum += VectorMath.sum(e.blend(0, mask.not()));
        }
        return sum;
    }

    /** Σ x·y. */
    static double dot(long x, long y, int count) {
        double sum = 0;
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = (long) i * Float.BYTES;
            sum += VectorMath.sum(FloatVector.fromMemorySegment(FLOATS, ALL, x + at, ORDER, mask)
                    .mul(FloatVector.fromMemorySegment(FLOATS, ALL, y + at, ORDER, mask)));
        }
        return sum;
    }

    /** Σ x in double precision. */
    static double sum(long row, int count) {
        double sum = 0;
        for (int i = 0; i < count; i += LANES) {
            sum += VectorMath.sum(FloatVector.fromMemorySegment(
                    FLOATS, ALL, row + (long) i * Float.BYTES, ORDER, FLOATS.indexInRange(i, count)));
        }
        return sum;
    }
}
