package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Independent class logits of one anchor and their binary cross-entropy. */
final class ClassLogits {
    private ClassLogits() {}

    /**
     * Σ ln(1 + e^x): the binary cross-entropy of {@code count} logits where nothing is there to be found.
     *
     * <p>ln(1 + e^x) = max(x, 0) + ln(1 + e), e = e^−|x|, and ln(1 + e) = 2 artanh(s) with s = e / (2 + e) ≤ 1/3, whose
     * series needs seven terms for float32 and keeps all digits of a small e.
     *
     * @param buffer address of a vector to be overwritten: beyond this much code the compiler would put a vector that it hands to
     *     the next method into an object
     */
    static double sumSoftplus(long logits, int count, long buffer) {
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            FloatVector x = FloatVector.fromMemorySegment(FLOATS, ALL, logits + (long) i * Float.BYTES, ORDER, mask);
            FloatVector e = VectorMath.exp(x.abs().neg());
            FloatVector s = e.div(e.add(2f));
            FloatVector square = s.mul(s);
            FloatVector series = FloatVector.broadcast(FLOATS, 2f / 13);
            series = series.fma(square, FloatVector.broadcast(FLOATS, 2f / 11));
            series = series.fma(square, FloatVector.broadcast(FLOATS, 2f / 9));
            series = series.fma(square, FloatVector.broadcast(FLOATS, 2f / 7));
            series = series.fma(square, FloatVector.broadcast(FLOATS, 2f / 5));
            series = series.fma(square, FloatVector.broadcast(FLOATS, 2f / 3));
            series = series.fma(square, FloatVector.broadcast(FLOATS, 2f));
            sum = sum.add(series.fma(s, x.max(0f)), mask);
        }
        sum.intoMemorySegment(ALL, buffer, ORDER);
        return VectorMath.sum(buffer);
    }

    /** Writes {@code scale} · sigmoid(x) for {@code count} logits. */
    static void sigmoid(long logits, long out, int count, float scale) {
        for (int i = 0; i < count; i += LANES) {
            long at = (long) i * Float.BYTES;
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            VectorMath.sigmoid(FloatVector.fromMemorySegment(FLOATS, ALL, logits + at, ORDER, mask))
                    .mul(scale)
                    .intoMemorySegment(ALL, out + at, ORDER, mask);
        }
    }
}
