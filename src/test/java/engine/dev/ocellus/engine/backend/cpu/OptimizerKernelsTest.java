package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.ops.ParameterRange;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptimizerKernelsTest {
    /** More than a chunk, with a hole of three elements that no range covers. */
    private static final int ELEMENTS = RangeKernel.CHUNK + 777;

    private static final int HOLE = 500;
    private static final List<ParameterRange> RANGES =
            List.of(new ParameterRange(0, HOLE, 1), new ParameterRange(HOLE + 3, ELEMENTS - HOLE - 3, 0));
    private static final double TOLERANCE = 3e-7;

    private final NativeFixture f = new NativeFixture(1);
    private final long control = f.allocate(Control.SLOTS);
    private final long norm = f.allocate(1);
    private final long parameters = f.vector(ELEMENTS, -1, 1);
    private final long gradients = f.vector(ELEMENTS, -1, 1);
    private final long first = f.vector(ELEMENTS, -1, 1);
    private final long second = f.vector(ELEMENTS, 0, 1);

    @AfterEach
    void free() {
        f.close();
    }

    private void control(Control slot, double value) {
        Memory.setFloat(control + (long) slot.ordinal() * Float.BYTES, (float) value);
    }

    private static double[] get(long store) {
        return NativeFixture.get(store, ELEMENTS);
    }

    private static boolean covered(int i) {
        return i < HOLE || i >= HOLE + 3;
    }

    @ParameterizedTest
    @CsvSource({"true,0,0", "true,1,2.5", "false,0,2.5"})
    void stepsBySgd(boolean nesterov, int firstUpdate, double limit) {
        control(Control.LEARNING_RATE, 0.25);
        control(Control.MOMENTUM, 0.9375);
        control(Control.WEIGHT_DECAY, 0.125);
        control(Control.WEIGHT_DECAY_OTHER, 0.5);
        control(Control.CLIP_NORM, limit);
        control(Control.FIRST_UPDATE, firstUpdate);
        Memory.setFloat(norm, 10);
        double[] p = get(parameters);
        double[] g = get(gradients);
        double[] m = get(first);
        for (int i = 0; i < ELEMENTS; i++) {
            if (covered(i)) {
                double own = g[i] * (limit > 0 ? limit / (10 + 1e-6) : 1) + (i < HOLE ? 0.5 : 0.125) * p[i];
                m[i] = firstUpdate == 1 ? own : 0.9375 * m[i] + own;
                p[i] -= 0.25 * (nesterov ? own + 0.9375 * m[i] : m[i]);
            }
        }
        f.run(new SgdKernel(nesterov, RANGES, parameters, gradients, first, norm, control, 0), 2);
        assertClose(m, get(first), TOLERANCE);
        assertClose(p, get(parameters), TOLERANCE);
    }

    @ParameterizedTest
    @CsvSource({"true,0", "false,2.5"})
    void stepsByAdam(boolean decoupled, double limit) {
        control(Control.LEARNING_RATE, 0.0625);
        control(Control.MOMENTUM, 0.875);
        control(Control.BETA2, 0.9375);
        control(Control.BIAS_CORRECTION1, 0.5);
        control(Control.BIAS_CORRECTION2, 0.25);
        control(Control.WEIGHT_DECAY, 0.125);
        control(Control.WEIGHT_DECAY_OTHER, 0);
        control(Control.CLIP_NORM, limit);
        Memory.setFloat(norm, 10);
        double[] p = get(parameters);
        double[] g = get(gradients);
        double[] m = get(first);
        double[] v = get(second);
        for (int i = 0; i < ELEMENTS; i++) {
            if (covered(i)) {
                double decay = i < HOLE ? 0 : 0.125;
                double own = g[i] * (limit > 0 ? limit / (10 + 1e-6) : 1) + (decoupled ? 0 : decay * p[i]);
                p[i] *= decoupled ? 1 - 0.0625 * decay : 1;
                m[i] = 0.875 * m[i] + 0.125 * own;
                v[i] = 0.9375 * v[i] + 0.0625 * own * own;
                p[i] -= 0.0625 / 0.5 * m[i] / (Math.sqrt(v[i] / 0.25) + 1e-3);
            }
        }
        f.run(new AdamKernel(decoupled, 1e-3f, RANGES, parameters, gradients, first, second, norm, control, 0), 2);
        assertClose(m, get(first), TOLERANCE);
        assertClose(v, get(second), TOLERANCE);
        assertClose(p, get(parameters), TOLERANCE);
    }

    @Test
    void measuresTheNormOfTheRanges() {
        double sum = 0;
        double[] g = get(gradients);
        for (int i = 0; i < ELEMENTS; i++) {
            sum += covered(i) ? g[i] * g[i] : 0;
        }
        f.run(new GradientNormKernel(RANGES, gradients, norm, 0), 2);
        assertEquals(Math.sqrt(sum), Memory.getFloat(norm), 1e-6 * Math.sqrt(sum));
    }

    @Test
    void doesNotShortenGradientsBelowTheLimit() {
        control(Control.CLIP_NORM, 20);
        Memory.setFloat(norm, 10);
        assertEquals(1, RangeKernel.clip(control, norm));
    }

    @Test
    void averagesWeights() {
        control(Control.EMA_DECAY, 0.75);
        double[] expected = get(first);
        double[] fresh = get(parameters);
        for (int i = 0; i < ELEMENTS; i++) {
            expected[i] = 0.75 * expected[i] + 0.25 * fresh[i];
        }
        f.run(new EmaKernel(first, parameters, ELEMENTS, control, 0), 2);
        assertClose(expected, get(first), TOLERANCE);
    }

    @Test
    void startsTheSumOfGradientsWithTheFirstBatch() {
        control(Control.FIRST_BATCH, 1);
        AccumulateGradientsKernel kernel = new AccumulateGradientsKernel(first, gradients, ELEMENTS, control);
        f.run(kernel, 2);
        assertArrayEquals(get(gradients), get(first));
        control(Control.FIRST_BATCH, 0);
        f.run(kernel, 2);
        assertClose(Convolution.sum(get(gradients), get(gradients)), get(first), TOLERANCE);
    }
}
