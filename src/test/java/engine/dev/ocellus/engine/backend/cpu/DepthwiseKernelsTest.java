package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.tensor.Shape;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DepthwiseKernelsTest {
    private static final double TOLERANCE = 3e-6;

    private static ConvGeometry geometry(
            int batch, int height, int width, int channels, int kernel, int stride, int padding) {
        return ConvGeometry.of(Shape.of(batch, height, width, channels), channels, kernel, stride, padding, channels);
    }

    static Stream<ConvGeometry> geometries() {
        return Stream.of(
                geometry(2, 9, 9, 18, 3, 1, 1),
                geometry(2, 12, 11, 64, 3, 1, 1),
                geometry(3, 17, 15, 37, 3, 2, 1),
                geometry(1, 10, 11, 16, 5, 2, 2),
                geometry(2, 8, 8, 33, 5, 1, 2),
                geometry(1, 14, 13, 7, 7, 3, 3),
                geometry(2, 5, 6, 20, 1, 1, 0),
                geometry(1, 7, 7, 5, 1, 2, 0),
                geometry(1, 9, 7, 24, 2, 3, 0),
                geometry(1, 2, 1, 19, 5, 1, 2),
                geometry(1, 5, 5, 6, 3, 1, 2),
                geometry(2, 40, 3, 17, 3, 1, 0));
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void convolvesEachChannelByItself(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(1)) {
            NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 7);
            long w = f.vector((int) g.weights().elements(), -1, 1);
            long b = f.vector(g.outChannels(), -1, 1);
            NativeTensor y = f.slice(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 5);
            double[] expected = Convolution.forward(g, x, w);
            f.run(DepthwiseConvolutionKernel.forward(g, x, w, 0, y, false), 2);
            assertClose(expected, NativeFixture.get(y), TOLERANCE);
            f.run(DepthwiseConvolutionKernel.forward(g, x, w, 0, y, true), 2);
            assertClose(Convolution.sum(expected, expected), NativeFixture.get(y), TOLERANCE);
            double[] bias = NativeFixture.get(b, g.outChannels());
            for (int i = 0; i < expected.length; i++) {
                expected[i] += bias[i % bias.length];
            }
            f.run(DepthwiseConvolutionKernel.forward(g, x, w, b, y, false), 2);
            assertClose(expected, NativeFixture.get(y), TOLERANCE);
            assertGuarded(y);
        }
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void returnsTheInputGradient(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(3)) {
            NativeTensor dy = f.random(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 7);
            long w = f.vector((int) g.weights().elements(), -1, 1);
            NativeTensor dx = f.slice(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 5);
            double[] expected = Convolution.inputGradient(g, dy, w);
            f.run(DepthwiseConvolutionKernel.inputGradient(g, dy, w, dx, false), 2);
            assertClose(expected, NativeFixture.get(dx), TOLERANCE);
            f.run(DepthwiseConvolutionKernel.inputGradient(g, dy, w, dx, true), 2);
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
            double[] expected = Convolution.weightGradient(g, x, dy);
            double[] bias = Convolution.biasGradient(g, dy);
            f.run(new DepthwiseWeightGradientKernel(g, x, dy, dw, db, false), 2);
            assertClose(expected, NativeFixture.get(dw, weights), TOLERANCE);
            assertClose(bias, NativeFixture.get(db, g.outChannels()), TOLERANCE);
            f.run(new DepthwiseWeightGradientKernel(g, x, dy, dw, db, true), 2);
            assertClose(Convolution.sum(expected, expected), NativeFixture.get(dw, weights), TOLERANCE);
            assertClose(Convolution.sum(bias, bias), NativeFixture.get(db, g.outChannels()), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void doesNotDependOnTheNumberOfThreads(ConvGeometry g) {
        try (NativeFixture f = new NativeFixture(5)) {
            NativeTensor x = f.random(g.batch(), g.inHeight() * g.inWidth(), g.inChannels(), 0);
            NativeTensor dy = f.random(g.batch(), g.outHeight() * g.outWidth(), g.outChannels(), 0);
            long w = f.vector((int) g.weights().elements(), -1, 1);
            double[] alone = results(f, g, x, dy, w, 1);
            assertArrayEquals(alone, results(f, g, x, dy, w, 2));
            assertArrayEquals(alone, results(f, g, x, dy, w, 3));
        }
    }

    private static double[] results(
            NativeFixture f, ConvGeometry g, NativeTensor x, NativeTensor dy, long w, int threads) {
        NativeTensor y = f.slice(g.batch(), dy.pixels(), g.outChannels(), 0);
        NativeTensor dx = f.slice(g.batch(), x.pixels(), g.inChannels(), 0);
        int weights = (int) g.weights().elements();
        long dw = f.allocate(weights);
        f.run(DepthwiseConvolutionKernel.forward(g, x, w, 0, y, false), threads);
        f.run(DepthwiseConvolutionKernel.inputGradient(g, dy, w, dx, false), threads);
        f.run(new DepthwiseWeightGradientKernel(g, x, dy, dw, 0, false), threads);
        return Stream.of(NativeFixture.get(y), NativeFixture.get(dx), NativeFixture.get(dw, weights))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }
}
