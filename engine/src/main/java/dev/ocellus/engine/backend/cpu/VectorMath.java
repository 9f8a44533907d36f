package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.DOUBLES;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;

/** Elementary functions on float32 vectors. */
final class VectorMath {
    private static final float LOG2_E = 1.44269504f;
    /** ln 2 in two parts; the first has few bits, so that its product with a small integer is exact. */
    private static final float LN2_HIGH = 0.693359375f;

    private static final float LN2_LOW = -2.12194440e-4f;
    /** Adding 1.5 · 2^23 rounds to an integer that stands in the low bits of the sum. */
    private static final float ROUND = 12582912f;

    private static final float LOWEST = -87.33654f;
    private static final float HIGHEST = 88.72283f;
    private static final int EXPONENT_BITS = 23;

    private static final VectorShuffle<Float> SWAP_8 = swap(8);
    private static final VectorShuffle<Float> SWAP_4 = swap(4);
    private static final VectorShuffle<Float> SWAP_2 = swap(2);

    private VectorMath() {}

    private static VectorShuffle<Float> swap(int distance) {
        return VectorShuffle.fromOp(FLOATS, lane -> (lane ^ distance) % LANES);
    }

    /**
     * Sum of all lanes, by halves. The vector API's own reduction may add in any order, and does so differently before and
     * after compilation; then the first steps of a process would round unlike the later ones, and a resumed run unlike one
     * that was not stopped. For the same reason no kernel uses the vector API's exponential.
     */
    static float sum(FloatVector v) {
        FloatVector half = LANES > 8 ? v.add(v.rearrange(SWAP_8)) : v;
        half = LANES > 4 ? half.add(half.rearrange(SWAP_4)) : half;
        half = LANES > 2 ? half.add(half.rearrange(SWAP_2)) : half;
        return half.lane(0) + half.lane(1);
    }

    /** Sum of the lanes of a vector in memory; see {@link #sum(FloatVector)}. */
    static float sum(long vector) {
        return sum(FloatVector.fromMemorySegment(FLOATS, ALL, vector, ORDER));
    }

    /** Sum of all lanes from first to last; see {@link #sum(FloatVector)}. */
    static double sum(DoubleVector v) {
        double sum = v.lane(0);
        for (int i = 1; i < DOUBLES.length(); i++) {
            sum += v.lane(i);
        }
        return sum;
    }

    /**
     * e^x within 2 ulp; arguments outside [−87.3, 88.7], where the result would not be a normal number, count as the
     * nearer bound. NaN stays NaN.
     *
     * <p>x = n · ln 2 + r with |r| ≤ ln 2 / 2, e^r by a polynomial. Coefficients: S. Moshier, Cephes, expf.
     */
    static FloatVector exp(FloatVector x) {
        FloatVector bounded = x.blend(LOWEST, x.lt(LOWEST));
        bounded = bounded.blend(HIGHEST, bounded.compare(VectorOperators.GT, HIGHEST));
        FloatVector shifted = bounded.mul(LOG2_E).add(ROUND);
        FloatVector n = shifted.sub(ROUND);
        FloatVector r = n.mul(-LN2_HIGH).add(bounded);
        r = n.fma(FloatVector.broadcast(FLOATS, -LN2_LOW), r);
        FloatVector p = FloatVector.broadcast(FLOATS, 1.9875691500E-4f);
        p = p.fma(r, FloatVector.broadcast(FLOATS, 1.3981999507E-3f));
        p = p.fma(r, FloatVector.broadcast(FLOATS, 8.3334519073E-3f));
        p = p.fma(r, FloatVector.broadcast(FLOATS, 4.1665795894E-2f));
        p = p.fma(r, FloatVector.broadcast(FLOATS, 1.6666665459E-1f));
        p = p.fma(r, FloatVector.broadcast(FLOATS, 5.0000001201E-1f));
        p = p.fma(r.mul(r), r.add(1f));
        FloatVector scaled = p.reinterpretAsInts()
                .add(shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, EXPONENT_BITS))
                .reinterpretAsFloats();
        return scaled;
    }

    /** 1 / (1 + e^−x). */
    static FloatVector sigmoid(FloatVector x) {
        return FloatVector.broadcast(FLOATS, 1f).div(exp(x.neg()).add(1f));
    }

    /**
     * The complementary error function, within 1.2e-7 relative.
     *
     * <p>Source: W. Press et al., Numerical Recipes, section 6.2 (Chebyshev fit).
     */
    static FloatVector erfc(FloatVector x) {
        FloatVector z = x.abs();
        FloatVector t = FloatVector.broadcast(FLOATS, 1f).div(z.mul(0.5f).add(1f));
        FloatVector p = FloatVector.broadcast(FLOATS, 0.17087277f);
        p = p.fma(t, FloatVector.broadcast(FLOATS, -0.82215223f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, 1.48851587f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, -1.13520398f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, 0.27886807f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, -0.18628806f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, 0.09678418f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, 0.37409196f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, 1.00002368f));
        p = p.fma(t, FloatVector.broadcast(FLOATS, -1.26551223f));
        FloatVector tail = t.mul(exp(p.sub(z.mul(z))));
        return tail.blend(tail.neg().add(2f), x.lt(0f));
    }
}
