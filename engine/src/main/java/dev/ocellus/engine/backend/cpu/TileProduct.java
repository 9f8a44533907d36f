package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOAT;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * The inner loops of all convolutions: a small matrix product whose result stays in registers while it is summed.
 *
 * <p>For rows p and a panel of one or two vectors of columns v: out[p, v] = init[p, v] + Σ_i Σ_k a[p, i, k] · b[i, k, v].
 * The sum starts from zero and meets init at the end: a sum over several products then rounds like one over their number,
 * not like one over all their terms.
 * One number of a is spread over a vector and multiplied with a vector of b. The distances say where the operands lie, so
 * that nothing need be rearranged in memory: in a forward pass p counts pixels, i the rows of the window, k its columns and
 * channels, v the output channels of packed weights; in a weight gradient p counts output channels, i and k the pixels,
 * v the window's columns and input channels.
 *
 * <p>Five rows of two vectors keep both multipliers of a core busy (ten sums in flight hide their latency), ask for less
 * than one load a multiplication, and fit into 16 registers, so that one shape serves AVX2, AVX-512 and NEON. Vector
 * operations are written out and not put into methods: beyond a certain size of the caller the compiler no longer
 * inlines ordinary methods, and a vector that crosses a call is allocated.
 *
 * <p>Distances are in bytes. Immutable.
 *
 * @param pair whether the panel has two vectors
 * @param inner number of terms of k
 * @param initStep 0 if all rows start with the same vectors
 * @param lanes columns of the last vector that are stored, 1 to {@link Memory#LANES}; others are computed and dropped
 */
record TileProduct(
        boolean pair,
        int inner,
        long aStep,
        long aNext,
        long aOuter,
        long bNext,
        long bOuter,
        long initStep,
        long outStep,
        int lanes) {
    /** Rows that are summed at once. */
    static final int ROWS = 5;

    /**
     * Computes rows.
     *
     * @param count number of rows
     * @param outer number of terms of i
     */
    void rows(int count, int outer, long a, long b, long init, long out) {
        int p = 0;
        for (; p + ROWS <= count; p += ROWS) {
            block(outer, a + p * aStep, b, init + p * initStep, out + p * outStep, 0);
        }
        int rest = count - p;
        if (rest > 0 && count >= ROWS) {
            p = count - ROWS;
            block(outer, a + p * aStep, b, init + p * initStep, out + p * outStep, ROWS - rest);
        } else {
            for (; p < count; p++) {
                if (pair) {
                    onePair(outer, a + p * aStep, b, init + p * initStep, out + p * outStep);
                } else {
                    oneSingle(outer, a + p * aStep, b, init + p * initStep, out + p * outStep);
                }
            }
        }
    }

    private void block(int outer, long a, long b, long init, long out, int skip) {
        if (pair) {
            fivePairs(outer, a, b, init, out, skip);
        } else {
            fiveSingles(outer, a, b, init, out, skip);
        }
    }

    /** Five rows of two vectors; the first {@code skip} rows are not stored. */
    private void fivePairs(int outer, long a, long b, long init, long out, int skip) {
        FloatVector c00 = FloatVector.zero(FLOATS);
        FloatVector c01 = FloatVector.zero(FLOATS);
        FloatVector c10 = FloatVector.zero(FLOATS);
        FloatVector c11 = FloatVector.zero(FLOATS);
        FloatVector c20 = FloatVector.zero(FLOATS);
        FloatVector c21 = FloatVector.zero(FLOATS);
        FloatVector c30 = FloatVector.zero(FLOATS);
        FloatVector c31 = FloatVector.zero(FLOATS);
        FloatVector c40 = FloatVector.zero(FLOATS);
        FloatVector c41 = FloatVector.zero(FLOATS);
        for (int i = 0; i < outer; i++) {
            long x = a + i * aOuter;
            long y = b + i * bOuter;
            for (int k = 0; k < inner; k++) {
                FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, y, ORDER);
                FloatVector y1 = FloatVector.fromMemorySegment(FLOATS, ALL, y + VECTOR, ORDER);
                FloatVector x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x));
                c00 = x0.fma(y0, c00);
                c01 = x0.fma(y1, c01);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aStep));
                c10 = x0.fma(y0, c10);
                c11 = x0.fma(y1, c11);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 2 * aStep));
                c20 = x0.fma(y0, c20);
                c21 = x0.fma(y1, c21);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 3 * aStep));
                c30 = x0.fma(y0, c30);
                c31 = x0.fma(y1, c31);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 4 * aStep));
                c40 = x0.fma(y0, c40);
                c41 = x0.fma(y1, c41);
                x += aNext;
                y += bNext;
            }
        }
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        if (skip == 0) {
            c00.add(FloatVector.fromMemorySegment(FLOATS, ALL, init, ORDER)).intoMemorySegment(ALL, out, ORDER);
            c01.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + VECTOR, ORDER))
                    .intoMemorySegment(ALL, out + VECTOR, ORDER, mask);
        }
        if (skip <= 1) {
            c10.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + initStep, ORDER))
                    .intoMemorySegment(ALL, out + outStep, ORDER);
            c11.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + initStep + VECTOR, ORDER))
                    .intoMemorySegment(ALL, out + outStep + VECTOR, ORDER, mask);
        }
        if (skip <= 2) {
            c20.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 2 * initStep, ORDER))
                    .intoMemorySegment(ALL, out + 2 * outStep, ORDER);
            c21.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 2 * initStep + VECTOR, ORDER))
                    .intoMemorySegment(ALL, out + 2 * outStep + VECTOR, ORDER, mask);
        }
        if (skip <= 3) {
            c30.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 3 * initStep, ORDER))
                    .intoMemorySegment(ALL, out + 3 * outStep, ORDER);
            c31.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 3 * initStep + VECTOR, ORDER))
                    .intoMemorySegment(ALL, out + 3 * outStep + VECTOR, ORDER, mask);
        }
        c40.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 4 * initStep, ORDER))
                .intoMemorySegment(ALL, out + 4 * outStep, ORDER);
        c41.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 4 * initStep + VECTOR, ORDER))
                .intoMemorySegment(ALL, out + 4 * outStep + VECTOR, ORDER, mask);
    }

    /**
     * Five rows of one vector; the first {@code skip} rows are not stored. Even and odd terms have sums of their own, so that
     * as many are in flight as with two vectors.
     */
    private void fiveSingles(int outer, long a, long b, long init, long out, int skip) {
        FloatVector c00 = FloatVector.zero(FLOATS);
        FloatVector c10 = FloatVector.zero(FLOATS);
        FloatVector c20 = FloatVector.zero(FLOATS);
        FloatVector c30 = FloatVector.zero(FLOATS);
        FloatVector c40 = FloatVector.zero(FLOATS);
        FloatVector c01 = FloatVector.zero(FLOATS);
        FloatVector c11 = FloatVector.zero(FLOATS);
        FloatVector c21 = FloatVector.zero(FLOATS);
        FloatVector c31 = FloatVector.zero(FLOATS);
        FloatVector c41 = FloatVector.zero(FLOATS);
        for (int i = 0; i < outer; i++) {
            long x = a + i * aOuter;
            long y = b + i * bOuter;
            int k = 0;
            for (; k < inner - 1; k += 2) {
                FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, y, ORDER);
                FloatVector y1 = FloatVector.fromMemorySegment(FLOATS, ALL, y + bNext, ORDER);
                FloatVector x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x));
                c00 = x0.fma(y0, c00);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aNext));
                c01 = x0.fma(y1, c01);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aStep));
                c10 = x0.fma(y0, c10);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aNext + aStep));
                c11 = x0.fma(y1, c11);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 2 * aStep));
                c20 = x0.fma(y0, c20);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aNext + 2 * aStep));
                c21 = x0.fma(y1, c21);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 3 * aStep));
                c30 = x0.fma(y0, c30);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aNext + 3 * aStep));
                c31 = x0.fma(y1, c31);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 4 * aStep));
                c40 = x0.fma(y0, c40);
                x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aNext + 4 * aStep));
                c41 = x0.fma(y1, c41);
                x += 2 * aNext;
                y += 2 * bNext;
            }
            if (k < inner) {
                FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, y, ORDER);
                c00 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x)).fma(y0, c00);
                c10 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + aStep)).fma(y0, c10);
                c20 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 2 * aStep))
                        .fma(y0, c20);
                c30 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 3 * aStep))
                        .fma(y0, c30);
                c40 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x + 4 * aStep))
                        .fma(y0, c40);
            }
        }
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        if (skip == 0) {
            c00.add(c01)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, init, ORDER))
                    .intoMemorySegment(ALL, out, ORDER, mask);
        }
        if (skip <= 1) {
            c10.add(c11)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, init + initStep, ORDER))
                    .intoMemorySegment(ALL, out + outStep, ORDER, mask);
        }
        if (skip <= 2) {
            c20.add(c21)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 2 * initStep, ORDER))
                    .intoMemorySegment(ALL, out + 2 * outStep, ORDER, mask);
        }
        if (skip <= 3) {
            c30.add(c31)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 3 * initStep, ORDER))
                    .intoMemorySegment(ALL, out + 3 * outStep, ORDER, mask);
        }
        c40.add(c41)
                .add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 4 * initStep, ORDER))
                .intoMemorySegment(ALL, out + 4 * outStep, ORDER, mask);
    }

    /** One row of two vectors. */
    private void onePair(int outer, long a, long b, long init, long out) {
        FloatVector c00 = FloatVector.zero(FLOATS);
        FloatVector c01 = FloatVector.zero(FLOATS);
        for (int i = 0; i < outer; i++) {
            long x = a + i * aOuter;
            long y = b + i * bOuter;
            for (int k = 0; k < inner; k++) {
                FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, y, ORDER);
                FloatVector y1 = FloatVector.fromMemorySegment(FLOATS, ALL, y + VECTOR, ORDER);
                FloatVector x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x));
                c00 = x0.fma(y0, c00);
                c01 = x0.fma(y1, c01);
                x += aNext;
                y += bNext;
            }
        }
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        c00.add(FloatVector.fromMemorySegment(FLOATS, ALL, init, ORDER)).intoMemorySegment(ALL, out, ORDER);
        c01.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + VECTOR, ORDER))
                .intoMemorySegment(ALL, out + VECTOR, ORDER, mask);
    }

    /** One row of one vector. */
    private void oneSingle(int outer, long a, long b, long init, long out) {
        FloatVector c0 = FloatVector.zero(FLOATS);
        for (int i = 0; i < outer; i++) {
            long x = a + i * aOuter;
            long y = b + i * bOuter;
            for (int k = 0; k < inner; k++) {
                FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, y, ORDER);
                FloatVector x0 = FloatVector.broadcast(FLOATS, ALL.get(FLOAT, x));
                c0 = x0.fma(y0, c0);
                x += aNext;
                y += bNext;
            }
        }
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        c0.add(FloatVector.fromMemorySegment(FLOATS, ALL, init, ORDER)).intoMemorySegment(ALL, out, ORDER, mask);
    }
}
