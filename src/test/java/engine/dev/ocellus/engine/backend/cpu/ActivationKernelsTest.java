package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.ops.Activation;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ActivationKernelsTest {
    private static final double TOLERANCE = 4e-7;
    private static final double STEP = 1e-6;

    private static double value(Activation activation, double x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> Math.max(x, 0);
            case RELU6 -> Math.clamp(x, 0, 6);
            case LEAKY_RELU -> x > 0 ? x : 0.1 * x;
            case SILU -> x / (1 + Math.exp(-x));
            case SIGMOID -> 1 / (1 + Math.exp(-x));
            case HARD_SWISH -> x * Math.clamp(x + 3, 0, 6) / 6;
            case GELU -> x * normal(x);
        };
    }

    /** Distribution function of the standard normal distribution, by the trapezoidal rule. */
    private static double normal(double x) {
        int steps = 4000;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            double t = (i + 0.5) / steps * x;
            sum += Math.exp(-t * t / 2);
        }
        return 0.5 + sum * x / steps / Math.sqrt(2 * Math.PI);
    }

    private static double derivative(Activation activation, double x) {
        return (value(activation, x + STEP) - value(activation, x - STEP)) / (2 * STEP);
    }

    @ParameterizedTest
    @EnumSource
    void activatesSlicesAndDenseTensors(Activation activation) {
        try (NativeFixture f = new NativeFixture(1)) {
            for (int gap : new int[] {0, 3}) {
                NativeTensor x = f.random(2, 7, 21, gap);
                f.fill(x, -8, 8);
                NativeTensor y = f.slice(2, 7, 21, gap);
                f.run(new ActivateKernel(activation, x, y), 2);
                double[] expected = Arrays.stream(NativeFixture.get(x))
                        .map(v -> value(activation, v))
                        .toArray();
                assertClose(expected, NativeFixture.get(y), TOLERANCE);
                assertGuarded(y);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void returnsTheGradientInPlace(Activation activation) {
        try (NativeFixture f = new NativeFixture(2)) {
            for (int gap : new int[] {0, 3}) {
                NativeTensor x = f.random(2, 7, 37, gap);
                f.fill(x, -8, 8);
                NativeTensor dy = f.random(2, 7, 37, gap);
                double[] expected = NativeFixture.get(dy);
                double[] at = NativeFixture.get(x);
                for (int i = 0; i < expected.length; i++) {
                    expected[i] *= derivative(activation, at[i]);
                }
                f.run(new ActivateGradientKernel(activation, dy, x, dy), 2);
                assertClose(expected, NativeFixture.get(dy), 1e-6);
                assertGuarded(dy);
            }
        }
    }

    @Test
    void computesExpWithinTwoUnitsInTheLastPlace() {
        for (float x = -87; x < 88; x += 0.00731f) {
            double expected = Math.exp(x);
            float actual = exp(x);
            double unit = Math.ulp((float) expected);
            assertTrue(Math.abs(actual - expected) <= 2 * unit, "exp(" + x + ") = " + actual);
        }
    }

    @Test
    void boundsExpAndKeepsNaN() {
        assertTrue(exp(-1e4f) < 1.2e-38f);
        assertTrue(exp(1e4f) > 3e38f);
        assertTrue(Float.isNaN(exp(Float.NaN)));
        assertEquals(1, exp(0));
    }

    private static float exp(float x) {
        return VectorMath.exp(FloatVector.broadcast(FLOATS, x)).lane(0);
    }
}
