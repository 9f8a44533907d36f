package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static jdk.incubator.vector.VectorOperators.GT;

import dev.ocellus.engine.ops.Activation;
import jdk.incubator.vector.FloatVector;

/** Values and derivatives of {@link Activation} on vectors. */
final class Activations {
    private static final float LEAK = 0.1f;
    private static final float INVERSE_SQRT_2 = 0.70710678f;
    private static final float INVERSE_SQRT_2_PI = 0.39894228f;

    private Activations() {}

    static FloatVector value(Activation activation, FloatVector x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> x.blend(0f, x.lt(0f));
            case RELU6 -> x.blend(0f, x.lt(0f)).blend(6f, x.compare(GT, 6f));
            case LEAKY_RELU -> x.blend(x.mul(LEAK), x.lt(0f));
            case SILU -> x.div(VectorMath.exp(x.neg()).add(1f));
            case SIGMOID -> VectorMath.sigmoid(x);
            case HARD_SWISH -> {
                FloatVector inner = x.mul(x.add(3f)).mul(1f / 6f);
                yield inner.blend(0f, x.lt(-3f)).blend(x, x.compare(GT, 3f));
            }
            case GELU -> x.mul(normal(x));
        };
    }

    /** Derivative at {@code x}; at a kink the one from the left, as PyTorch has it. */
    static FloatVector derivative(Activation activation, FloatVector x) {
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector zero = FloatVector.zero(FLOATS);
        return switch (activation) {
            case IDENTITY -> one;
            case RELU -> zero.blend(one, x.compare(GT, 0f));
            case RELU6 -> zero.blend(one, x.compare(GT, 0f).and(x.lt(6f)));
            case LEAKY_RELU -> FloatVector.broadcast(FLOATS, LEAK).blend(one, x.compare(GT, 0f));
            case SILU -> {
                FloatVector s = VectorMath.sigmoid(x);
                yield s.mul(one.sub(s).fma(x, one));
            }
            case SIGMOID -> {
                FloatVector s = VectorMath.sigmoid(x);
                yield s.mul(one.sub(s));
            }
            case HARD_SWISH -> x.mul(1f / 3f).add(0.5f).blend(zero, x.lt(-3f)).blend(one, x.compare(GT, 3f));
            case GELU -> {
                FloatVector density = VectorMath.exp(x.mul(x).mul(-0.5f)).mul(INVERSE_SQRT_2_PI);
                yield x.fma(density, normal(x));
            }
        };
    }

    /** Distribution function of the standard normal distribution. */
    private static FloatVector normal(FloatVector x) {
        return VectorMath.erfc(x.mul(-INVERSE_SQRT_2)).mul(0.5f);
    }
}
