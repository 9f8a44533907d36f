package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.tensor.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvolutionKernelsTest {
    private static final double TOLERANCE = 3e-6;

    private static ConvGeometry geometry(
            int batch, int height, int width, int in, int out, int kernel, int stride, int padding, int groups) {
        return ConvGeometry.of(Shape.of(batch, height, width, in), out, kernel, stride, padding, groups);
    }

    static Stream<ConvGeometry> geometries() {
        return Stream.of(
                geometry(2, 10, 10, 16, 16, 3, 1, 1, 1),
                geometry(1, 7, 9, 24, 24, 3, 1, 1, 1),
                geometry(2, 13, 6, 5, 80, 3, 1, 1, 1),
                geometry(2, 6, 7, 33, 40, 3, 2, 1, 1),
                geometry(1, 9, 8, 3, 16, 3, 2, 1, 1),
                geometry(2, 7, 11, 48, 36, 1, 1, 0, 1),
                geometry(2, 7, 5, 20, 64, 1, 2, 0, 1),
                geometry(3, 1, 1, 70, 30, 1, 1, 0, 1),
                geometry(2, 6, 8, 64, 64, 3, 1, 1, 4),
                geometry(2, 5, 6, 12, 24, 1, 1, 0, 4),
                geometry(2, 9, 9, 18, 18, 3, 1, 1, 18),
                geometry(1, 10, 11, 16, 16, 5, 2, 2, 16),
                geometry(1, 14, 13, 3, 8, 7, 2, 3, 1),
                geometry(1, 8, 8, 4, 6, 2, 2, 0, 1),
                geometry(1, 5, 5, 4, 6, 3, 1, 2, 1),
                geometry(1, 9, 7, 4, 6, 2, 3, 0, 2),
                geometry(1, 4, 4, 130, 200, 3, 1, 1, 1),
                geometry(1, 40, 3, 17, 31, 3, 1, 0, 1),
                geometry(2, 5, 6, 530, 70, 1, 1, 0, 1),
                geometry(1, 5, 6, 264, 61, 3, 2, 1, 1));
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void convolvesSlices(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(1)) {
            NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 7);
            long w = f.vector((int) g.weights().elements(), -1, 1);
            NativeTensor y = f.slice(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 5);
            f.run(new Conv2dKernel(g, x, w, 0, y, false), 2);
            double[] expected = Convolution.forward(g, x, w);
            assertClose(expected, NativeFixture.get(y), TOLERANCE);
            f.run(new Conv2dKernel(g, x, w, 0, y, true), 2);
            assertClose(Convolution.sum(expected, expected), NativeFixture.get(y), TOLERANCE);
            assertGuarded(y);
        }
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void addsTheBias(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(2)) {
            NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 0);
            long w = f.vector((int) g.weights().elements(), -1, 1);
            long b = f.vector(g.outChannels(), -1, 1);
            NativeTensor y = f.slice(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 0);
            f.run(new Conv2dKernel(g, x, w, b, y, false), 2);
            double[] expected = Convolution.forward(g, x, w);
            double[] bias = NativeFixture.get(b, g.outChannels());
            for (int i = 0; i < expected.length; i++) {
                expected[i] += bias[i % bias.length];
            }
            assertClose(expected, NativeFixture.get(y), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void returnsTheInputGradient(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(3)) {
            NativeTensor dy = f.random(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 7);
            long w = f.vector((int) g.weights().elements(), -1, 1);
            NativeTensor dx = f.slice(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 5);
            f.run(new Conv2dInputGradientKernel(g, dy, w, dx, false), 2);
            double[] expected = Convolution.inputGradient(g, dy, w);
            assertClose(expected, NativeFixture.get(dx), TOLERANCE);
            f.run(new Conv2dInputGradientKernel(g, dy, w, dx, true), 2);
            assertClose(Convolution.sum(expected, expected), NativeFixture.get(dx), TOLERANCE);
            assertGuarded(dx);
        }
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void returnsTheWeightGradient(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(4)) {
            NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 7);
            NativeTensor dy = f.random(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 3);
            int weights = (int) g.weights().elements();
            long dw = f.vector(weights, -1, 1);
            long db = f.vector(g.outChannels(), -1, 1);
            f.run(new Conv2dWeightGradientKernel(g, x, dy, dw, db, false), 2);
            double[] expected = Convolution.weightGradient(g, x, dy);
            double[] bias = Convolution.biasGradient(g, dy);
            assertClose(expected, NativeFixture.get(dw, weights), TOLERANCE);
            assertClose(bias, NativeFixture.get(db, g.outChannels()), TOLERANCE);
            f.run(new Conv2dWeightGradientKernel(g, x, dy, dw, db, true), 2);
            assertClose(Convolution.sum(expected, expected), NativeFixture.get(dw, weights), TOLERANCE);
            assertClose(Convolution.sum(bias, bias), NativeFixture.get(db, g.outChannels()), TOLERANCE);
        }
    }

    /** A weight gradient adds up hundreds of thousands of pixels; in one chain of float32 these sums would be off by 3.6e-6. */
    @Test
    void roundsLongSumsLikeShortOnes() {
        ConvGeometry g = geometry(2, 320, 320, 4, 5, 1, 1, 0, 1);
        try (NativeFixture f = new NativeFixture(6)) {
            NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 0);
            NativeTensor dy = f.random(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 0);
            int weights = (int) g.weights().elements();
            long dw = f.allocate(weights);
            f.run(new Conv2dWeightGradientKernel(g, x, dy, dw, 0, false), 2);
            double[] expected = Convolution.weightGradient(g, x, dy);
            double[] actual = NativeFixture.get(dw, weights);
            double largest = 0;
            for (int i = 0; i < weights; i++) {
                largest = Math.max(largest, Math.abs(expected[i] - actual[i]));
            }
            double typical = Math.sqrt((double) g.batch() * g.outHeight() * g.outWidth()) / 3;
            assertEquals(0, largest / typical, 1e-6);
        }
    }

    @Test
    void doesNotDependOnTheNumberOfThreads() {
        for (ConvGeometry g : List.of(
                geometry(4, 20, 20, 24, 48, 3, 1, 1, 1),
                geometry(2, 5, 5, 130, 128, 3, 1, 1, 1),
                geometry(3, 17, 15, 32, 32, 3, 2, 1, 4))) {
            try (NativeFixture f = new NativeFixture(5)) {
                NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 0);
                NativeTensor dy = f.random(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 0);
                long w = f.vector((int) g.weights().elements(), -1, 1);
                assertArrayEquals(results(f, g, x, dy, w, 1), results(f, g, x, dy, w, 2));
                assertArrayEquals(results(f, g, x, dy, w, 1), results(f, g, x, dy, w, 3));
            }
        }
    }

    private static double[] results(
            NativeFixture f, ConvGeometry g, NativeTensor x, NativeTensor dy, long w, int threads) {
        NativeTensor y = f.slice(g.batch(), dy.pixels(), g.outChannels(), 0);
        NativeTensor dx = f.slice(g.batch(), x.pixels(), g.inChannels(), 0);
        int weights = (int) g.weights().elements();
        long dw = f.allocate(weights);
        f.run(new Conv2dKernel(g, x, w, 0, y, false), threads);
        f.run(new Conv2dInputGradientKernel(g, dy, w, dx, false), threads);
        f.run(new Conv2dWeightGradientKernel(g, x, dy, dw, 0, false), threads);
        return Stream.of(NativeFixture.get(y), NativeFixture.get(dx), NativeFixture.get(dw, weights))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }
}
