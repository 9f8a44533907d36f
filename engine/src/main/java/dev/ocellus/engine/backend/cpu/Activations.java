package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;
import static jdk.incubator.vector.VectorOperators.GT;

import dev.ocellus.engine.ops.Activation;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Loops that apply an {@link Activation} or its derivative to consecutive vectors. There are three of each: functions
 * without an exponential, those made of the logistic function, and GELU; one loop for all would be too long to be compiled
 * well, see {@link Columns}.
 *
 * <p>{@code count} is a number of vectors and {@code lanes} the number of lanes of each of them that exist.
 */
final class Activations {
    private static final float LEAK = 0.1f;
    private static final float INVERSE_SQRT_2 = 0.70710678f;
    private static final float INVERSE_SQRT_2_PI = 0.39894228f;

    private Activations() {}

    /** out = activation(x); out may be x. */
    static void values(Activation activation, long x, long out, int count, int lanes) {
        switch (activation) {
            case SILU, SIGMOID -> logistic(activation == Activation.SILU, x, out, count, lanes);
            case GELU -> gelu(x, out, count, lanes);
            case IDENTITY, RELU, RELU6, LEAKY_RELU, HARD_SWISH -> pieces(activation, x, out, count, lanes);
        }
    }

    /** out = dy · activation'(x); out may be x or dy. {@code step} is the distance of the vectors of dy in bytes. */
    static void gradients(Activation activation, long dy, long step, long x, long out, int count, int lanes) {
        switch (activation) {
            case SILU, SIGMOID -> logisticGradient(activation == Activation.SILU, dy, step, x, out, count, lanes);
            case GELU -> geluGradient(dy, step, x, out, count, lanes);
            case IDENTITY, RELU, RELU6, LEAKY_RELU, HARD_SWISH ->
                piecesGradient(activation, dy, step, x, out, count, lanes);
        }
    }

    private static void pieces(Activation activation, long x, long out, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        for (int i = 0; i < count; i++, x += VECTOR, out += VECTOR) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask);
            FloatVector result = switch (activation) {
                case RELU -> v.blend(0f, v.lt(0f));
                case RELU6 -> v.blend(0f, v.lt(0f)).blend(6f, v.compare(GT, 6f));
                case LEAKY_RELU -> v.blend(v.mul(LEAK), v.lt(0f));
                case HARD_SWISH ->
                    v.mul(v.add(3f)).mul(1f / 6f).blend(0f, v.lt(-3f)).blend(v, v.compare(GT, 3f));
                default -> v;
            };
            result.intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    /** At a kink the derivative is the one from the left, as PyTorch has it. */
    private static void piecesGradient(
            Activation activation, long dy, long step, long x, long out, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        for (int i = 0; i < count; i++, dy += step, x += VECTOR, out += VECTOR) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask);
            FloatVector g = FloatVector.fromMemorySegment(FLOATS, ALL, dy, ORDER, mask);
            FloatVector result = switch (activation) {
                case RELU -> g.blend(0f, v.compare(GT, 0f).not());
                case RELU6 -> g.blend(0f, v.compare(GT, 0f).and(v.lt(6f)).not());
                case LEAKY_RELU -> g.blend(g.mul(LEAK), v.compare(GT, 0f).not());
                case HARD_SWISH ->
                    v.mul(1f / 3f).add(0.5f).mul(g).blend(0f, v.lt(-3f)).blend(g, v.compare(GT, 3f));
                default -> g;
            };
            result.intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    private static void logistic(boolean silu, long x, long out, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        for (int i = 0; i < count; i++, x += VECTOR, out += VECTOR) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask);
            FloatVector numerator = silu ? v : one;
            numerator.div(VectorMath.exp(v.neg()).add(1f)).intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    private static void logisticGradient(boolean silu, long dy, long step, long x, long out, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        for (int i = 0; i < count; i++, dy += step, x += VECTOR, out += VECTOR) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask);
            FloatVector s = one.div(VectorMath.exp(v.neg()).add(1f));
            FloatVector rest = one.sub(s);
            FloatVector factor = silu ? rest.fma(v, one) : rest;
            s.mul(factor)
                    .mul(FloatVector.fromMemorySegment(FLOATS, ALL, dy, ORDER, mask))
                    .intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    private static void gelu(long x, long out, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        for (int i = 0; i < count; i++, x += VECTOR, out += VECTOR) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask);
            VectorMath.erfc(v.mul(-INVERSE_SQRT_2)).mul(0.5f).mul(v).intoMemorySegment(ALL, out, ORDER, mask);
        }
    }

    private static void geluGradient(long dy, long step, long x, long out, int count, int lanes) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        for (int i = 0; i < count; i++, dy += step, x += VECTOR, out += VECTOR) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER, mask);
            FloatVector density = VectorMath.exp(v.mul(v).mul(-0.5f)).mul(INVERSE_SQRT_2_PI);
            FloatVector below = VectorMath.erfc(v.mul(-INVERSE_SQRT_2)).mul(0.5f);
            v.fma(density, below)
                    .mul(FloatVector.fromMemorySegment(FLOATS, ALL, dy, ORDER, mask))
                    .intoMemorySegment(ALL, out, ORDER, mask);
        }
    }
}
