package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.ops.Pool2d;
import dev.ocellus.engine.tensor.Shape;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolKernelsTest {
    private static final int IMAGES = 2;
    private static final double TOLERANCE = 1e-6;

    private static PoolGeometry geometry(int height, int width, int kernel, int stride, int padding) {
        Pool2d pool = new Pool2d(Pool2d.Kind.MAX, kernel, stride, padding);
        return PoolGeometry.of(pool, Shape.of(IMAGES, height, width, 1));
    }

    /** Told each pixel of each window that lies in the image. */
    private interface Visit {
        void meet(int image, int window, int pixel);
    }

    private static void windows(PoolGeometry g, Visit visit) {
        for (int n = 0; n < IMAGES; n++) {
            for (int o = 0; o < g.outHeight() * g.outWidth(); o++) {
                for (int k = 0; k < g.kernel() * g.kernel(); k++) {
                    int y = o / g.outWidth() * g.stride() - g.padding() + k / g.kernel();
                    int x = o % g.outWidth() * g.stride() - g.padding() + k % g.kernel();
                    if (y >= 0 && y < g.inHeight() && x >= 0 && x < g.inWidth()) {
                        visit.meet(n, o, y * g.inWidth() + x);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"6,5,2,1,0,32,0", "7,9,5,1,2,21,3", "9,8,3,2,1,16,5", "8,8,2,2,0,40,0", "5,5,3,3,1,3,1"})
    void averagesWindowsAndSpreadsTheirGradients(
            int height, int width, int kernel, int stride, int padding, int channels, int gap) {
        PoolGeometry g = geometry(height, width, kernel, stride, padding);
        int windows = g.outHeight() * g.outWidth();
        try (NativeFixture f = new NativeFixture(1)) {
            NativeTensor x = f.random(IMAGES, height * width, channels, gap);
            NativeTensor y = f.random(IMAGES, windows, channels, gap);
            NativeTensor dx = f.random(IMAGES, height * width, channels, gap);
            double[] mean = new double[IMAGES * windows * channels];
            double[] gradient = new double[IMAGES * height * width * channels];
            double[] dy = NativeFixture.get(y);
            double share = 1.0 / (kernel * kernel);
            windows(g, (n, o, p) -> {
                for (int c = 0; c < channels; c++) {
                    int to = (n * windows + o) * channels + c;
                    mean[to] += share * NativeFixture.at(x, n, p, c);
                    gradient[(n * height * width + p) * channels + c] += share * dy[to];
                }
            });
            double[] added = Convolution.sum(gradient, NativeFixture.get(dx));
            f.run(new AveragePoolGradientKernel(g, y, dx, true), 2);
            assertClose(added, NativeFixture.get(dx), TOLERANCE);
            f.run(new AveragePoolGradientKernel(g, y, dx, false), 2);
            assertClose(gradient, NativeFixture.get(dx), TOLERANCE);
            f.run(new AveragePoolKernel(g, x, y), 2);
            assertClose(mean, NativeFixture.get(y), TOLERANCE);
            assertGuarded(y);
            assertGuarded(dx);
        }
    }

    @ParameterizedTest
    @CsvSource({"7,9,5,1,2,21,3", "9,8,3,2,1,16,5", "8,8,2,2,0,40,0"})
    void takesTheMaximumAndGivesItTheGradient(
            int height, int width, int kernel, int stride, int padding, int channels, int gap) {
        PoolGeometry g = geometry(height, width, kernel, stride, padding);
        int windows = g.outHeight() * g.outWidth();
        try (NativeFixture f = new NativeFixture(2)) {
            NativeTensor x = f.random(IMAGES, height * width, channels, gap);
            NativeTensor y = f.slice(IMAGES, windows, channels, gap);
            NativeTensor dy = f.random(IMAGES, windows, channels, gap);
            NativeTensor dx = f.random(IMAGES, height * width, channels, gap);
            NativeTensor winners =
                    NativeTensor.dense(f.allocate((long) IMAGES * windows * channels), IMAGES, windows, channels);
            double[] expected = new double[IMAGES * windows * channels];
            int[] winner = new int[expected.length];
            Arrays.fill(expected, Double.NEGATIVE_INFINITY);
            windows(g, (n, o, p) -> {
                for (int c = 0; c < channels; c++) {
                    int to = (n * windows + o) * channels + c;
                    if (NativeFixture.at(x, n, p, c) > expected[to]) {
                        expected[to] = NativeFixture.at(x, n, p, c);
                        winner[to] = p;
                    }
                }
            });
            f.run(new MaxPoolKernel(g, x, y, winners), 2);
            assertArrayEquals(expected, NativeFixture.get(y));
            double[] gradient = new double[IMAGES * height * width * channels];
            for (int i = 0; i < winner.length; i++) {
                int image = i / channels / windows;
                gradient[(image * height * width + winner[i]) * channels + i % channels] += NativeFixture.get(dy)[i];
            }
            double[] added = Convolution.sum(gradient, NativeFixture.get(dx));
            f.run(new MaxPoolGradientKernel(g, dy, winners, dx, true), 2);
            assertClose(added, NativeFixture.get(dx), TOLERANCE);
            f.run(new MaxPoolGradientKernel(g, dy, winners, dx, false), 2);
            assertClose(gradient, NativeFixture.get(dx), TOLERANCE);
            assertGuarded(y);
            assertGuarded(dx);
        }
    }

    @Test
    void takesTheFirstOfEqualValuesAndKeepsNaN() {
        PoolGeometry g = geometry(2, 2, 2, 2, 0);
        try (NativeFixture f = new NativeFixture(3)) {
            NativeTensor x = f.slice(IMAGES, 4, 1, 0);
            NativeFixture.set(x, new double[] {1, 2, 2, 2, 0, Double.NaN, 3, 4});
            NativeTensor y = f.slice(IMAGES, 1, 1, 0);
            NativeTensor winners = NativeTensor.dense(f.allocate(1), IMAGES, 1, 1);
            f.run(new MaxPoolKernel(g, x, y, winners), 1);
            assertArrayEquals(new double[] {2, Double.NaN}, NativeFixture.get(y));
            assertEquals(1, Memory.getByte(winners.address()));
            assertEquals(1, Memory.getByte(winners.address() + 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"4,3,2,19,5", "3,5,3,32,0"})
    void repeatsPixelsAndSumsTheirGradients(int height, int width, int factor, int channels, int gap) {
        int pixels = height * width;
        try (NativeFixture f = new NativeFixture(4)) {
            NativeTensor x = f.random(IMAGES, pixels, channels, gap);
            NativeTensor y = f.slice(IMAGES, pixels * factor * factor, channels, gap);
            f.run(new UpsampleKernel(x, y, factor, width), 2);
            double[] sums = new double[IMAGES * pixels * channels];
            for (int n = 0; n < IMAGES; n++) {
                for (int p = 0; p < y.pixels(); p++) {
                    int from = p / (width * factor) / factor * width + p % (width * factor) / factor;
                    for (int c = 0; c < channels; c++) {
                        assertEquals(NativeFixture.at(x, n, from, c), NativeFixture.at(y, n, p, c));
                        sums[(n * pixels + from) * channels + c] += NativeFixture.at(y, n, p, c);
                    }
                }
            }
            assertGuarded(y);
            NativeTensor dx = f.random(IMAGES, pixels, channels, gap);
            double[] added = Convolution.sum(sums, NativeFixture.get(dx));
            f.run(new UpsampleGradientKernel(y, dx, factor, width, true), 2);
            assertClose(added, NativeFixture.get(dx), TOLERANCE);
            f.run(new UpsampleGradientKernel(y, dx, factor, width, false), 2);
            assertClose(sums, NativeFixture.get(dx), TOLERANCE);
            assertGuarded(dx);
        }
    }

    @Test
    void averagesWholeImages() {
        try (NativeFixture f = new NativeFixture(5)) {
            NativeTensor x = f.random(IMAGES, 49, 21, 3);
            NativeTensor y = f.random(IMAGES, 1, 21, 3);
            NativeTensor dx = f.random(IMAGES, 49, 21, 3);
            double[] gradient = new double[IMAGES * 49 * 21];
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] = NativeFixture.at(y, i / 21 / 49, 0, i % 21) / 49;
            }
            double[] added = Convolution.sum(gradient, NativeFixture.get(dx));
            f.run(new GlobalAveragePoolGradientKernel(y, dx, true), 2);
            assertClose(added, NativeFixture.get(dx), TOLERANCE);
            f.run(new GlobalAveragePoolGradientKernel(y, dx, false), 2);
            assertClose(gradient, NativeFixture.get(dx), TOLERANCE);
            f.run(new GlobalAveragePoolKernel(x, y), 2);
            double[] mean = new double[IMAGES * 21];
            double[] values = NativeFixture.get(x);
            for (int i = 0; i < values.length; i++) {
                mean[i / 21 / 49 * 21 + i % 21] += values[i] / 49;
            }
            assertClose(mean, NativeFixture.get(y), TOLERANCE);
            assertGuarded(y);
            assertGuarded(dx);
        }
    }
}
