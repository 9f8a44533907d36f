package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowKernelsTest {
    private static final double TOLERANCE = 1e-6;

    private static double[] softmax(double[] x, int channels) {
        double[] y = new double[x.length];
        for (int row = 0; row < x.length; row += channels) {
            double sum = 0;
            for (int c = row; c < row + channels; c++) {
                sum += Math.exp(x[c]);
            }
            for (int c = row; c < row + channels; c++) {
                y[c] = Math.exp(x[c]) / sum;
            }
        }
        return y;
    }

    @ParameterizedTest
    @CsvSource({"1,0", "16,4", "21,3", "80,0"})
    void normalisesRows(int channels, int gap) {
        try (NativeFixture f = new NativeFixture(1)) {
            NativeTensor x = f.random(2, 9, channels, gap);
            f.fill(x, -20, 20);
            NativeTensor y = f.slice(2, 9, channels, gap);
            f.run(new SoftmaxKernel(x, y), 2);
            double[] expected = softmax(NativeFixture.get(x), channels);
            assertClose(expected, NativeFixture.get(y), TOLERANCE);
            assertGuarded(y);
            NativeTensor dy = f.random(2, 9, channels, gap);
            double[] g = NativeFixture.get(dy);
            double[] dx = new double[g.length];
            for (int i = 0; i < g.length; i++) {
                int row = i / channels * channels;
                double dot = 0;
                for (int c = row; c < row + channels; c++) {
                    dot += g[c] * expected[c];
                }
                dx[i] = expected[i] * (g[i] - dot);
            }
            f.run(new SoftmaxGradientKernel(dy, y, dy), 2);
            assertArrayEquals(dx, NativeFixture.get(dy), TOLERANCE);
            assertGuarded(dy);
        }
    }

    @Test
    void keepsLargeLogitsFinite() {
        try (NativeFixture f = new NativeFixture(2)) {
            NativeTensor x = f.slice(1, 1, 2, 0);
            NativeFixture.set(x, new double[] {1000, 1001});
            f.run(new SoftmaxKernel(x, x), 1);
            assertClose(softmax(new double[] {0, 1}, 2), NativeFixture.get(x), TOLERANCE);
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0, 0.1f})
    void measuresCrossEntropyAndItsGradient(float smoothing) {
        int rows = 13;
        int classes = 21;
        try (NativeFixture f = new NativeFixture(3)) {
            NativeTensor logits = f.random(rows, 1, classes, 2);
            f.fill(logits, -5, 5);
            NativeTensor dx = f.slice(rows, 1, classes, 2);
            long labels = f.allocate(rows);
            long loss = f.allocate(1);
            long dy = f.vector(1, 0.5, 2);
            double[] p = softmax(NativeFixture.get(logits), classes);
            double[] gradient = new double[p.length];
            double expected = 0;
            for (int i = 0; i < p.length; i++) {
                int label = i / classes * 5 % classes;
                Memory.setInt(labels + (long) (i / classes) * Integer.BYTES, label);
                double target = smoothing / classes + (i % classes == label ? 1 - smoothing : 0);
                expected -= target * Math.log(p[i]) / rows;
                gradient[i] = Memory.getFloat(dy) * (p[i] - target) / rows;
            }
            f.run(new CrossEntropyKernel(logits, labels, loss, smoothing), 2);
            assertEquals(expected, Memory.getFloat(loss), TOLERANCE * expected);
            f.run(new CrossEntropyGradientKernel(dy, logits, labels, dx, smoothing), 2);
            assertClose(gradient, NativeFixture.get(dx), TOLERANCE);
            assertGuarded(dx);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void reducesFillsAddsAndCopies(int gap) {
        try (NativeFixture f = new NativeFixture(4)) {
            NativeTensor x = f.random(3, 700, 37, gap);
            NativeTensor y = f.random(3, 700, 37, gap);
            double[] sum = Convolution.sum(NativeFixture.get(x), NativeFixture.get(y));
            long out = f.allocate(1);
            f.run(new ReduceKernel(x, out, 0.5), 2);
            double half = 0.5 * Arrays.stream(NativeFixture.get(x)).sum();
            assertEquals(half, Memory.getFloat(out), TOLERANCE * x.elements());
            f.run(new AddKernel(x, y, y), 2);
            assertClose(sum, NativeFixture.get(y), TOLERANCE);
            f.run(new CopyKernel(x, y), 2);
            assertArrayEquals(NativeFixture.get(x), NativeFixture.get(y));
            long source = f.vector(1, 1, 2);
            f.run(new FillKernel(y, source, 2), 2);
            double[] filled = new double[(int) y.elements()];
            Arrays.fill(filled, 2 * Memory.getFloat(source));
            assertArrayEquals(filled, NativeFixture.get(y));
            assertGuarded(y);
        }
    }

    @Test
    void scalesBytesToNumbers() {
        try (NativeFixture f = new NativeFixture(5)) {
            int count = 70_000;
            NativeTensor bytes = NativeTensor.dense(f.allocate(count / 4 + 1), 1, 1, count);
            NativeTensor y = f.slice(1, 1, count, 0);
            for (int i = 0; i < count; i++) {
                Memory.setByte(bytes.address() + i, (byte) (i % 256));
            }
            f.run(new NormalizeImagesKernel(bytes, y, 1 / 255f), 2);
            double[] actual = NativeFixture.get(y);
            for (int i = 0; i < count; i++) {
                assertEquals(i % 256 / 255.0, actual[i], 1e-7);
            }
        }
    }
}
