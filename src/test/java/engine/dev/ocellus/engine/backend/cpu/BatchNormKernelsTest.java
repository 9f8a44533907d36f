package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.NativeFixture.assertClose;
import static dev.ocellus.engine.backend.cpu.NativeFixture.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.ops.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchNormKernelsTest {
    private static final float EPSILON = 1e-3f;
    private static final float MOMENTUM = 0.03f;
    private static final int IMAGES = 3;
    private static final int PIXELS = 75;

    /** A layer with random operands, and what the definition says of it in double precision. */
    private static final class Layer {
        final int channels;
        final boolean training;
        final List<BatchNormBranch> branches = new ArrayList<>();
        final NativeTensor residual;
        final NativeTensor y;

        Layer(NativeFixture f, int channels, int count, int gap, boolean training) {
            this.channels = channels;
            this.training = training;
            for (int b = 0; b < count; b++) {
                NativeTensor z = f.random(IMAGES, PIXELS, channels, gap);
                f.fill(z, -1, 3);
                branches.add(new BatchNormBranch(
                        z,
                        f.vector(channels, 0.5, 2),
                        f.vector(channels, -1, 1),
                        f.vector(channels, -1, 1),
                        f.vector(channels, 0.5, 2),
                        f.vector(2 * channels, 0, 0.5)));
            }
            residual = f.random(IMAGES, PIXELS, channels, gap);
            y = f.slice(IMAGES, PIXELS, channels, gap);
        }

        double mean(int b, int c) {
            return training ? average(i -> z(b, i, c)) : number(branches.get(b).runningMean(), c);
        }

        double variance(int b, int c) {
            double mean = mean(b, c);
            return training
                    ? average(i -> (z(b, i, c) - mean) * (z(b, i, c) - mean))
                    : number(branches.get(b).runningVariance(), c);
        }

        double z(int b, int i, int c) {
            return NativeFixture.at(branches.get(b).z(), i / PIXELS, i % PIXELS, c);
        }

        double normalised(int b, int i, int c, double mean, double variance) {
            return (z(b, i, c) - mean) / Math.sqrt(variance + EPSILON);
        }

        /** Sums of normalised branches, [pixel][channel]. */
        double[] arguments() {
            double[] u = new double[IMAGES * PIXELS * channels];
            for (int b = 0; b < branches.size(); b++) {
                for (int c = 0; c < channels; c++) {
                    double mean = mean(b, c);
                    double variance = variance(b, c);
                    for (int i = 0; i < IMAGES * PIXELS; i++) {
                        u[i * channels + c] += normalised(b, i, c, mean, variance)
                                        * number(branches.get(b).gamma(), c)
                                + number(branches.get(b).beta(), c);
                    }
                }
            }
            return u;
        }
    }

    private static double number(long vector, int c) {
        return Memory.getFloat(vector + (long) c * Float.BYTES);
    }

    private static double average(IntToDoubleFunction term) {
        double sum = 0;
        for (int i = 0; i < IMAGES * PIXELS; i++) {
            sum += term.applyAsDouble(i);
        }
        return sum / (IMAGES * PIXELS);
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    @ParameterizedTest
    @CsvSource({"16,1,0,true", "24,1,9,true", "40,2,7,true", "24,2,0,false", "3,1,5,false", "64,2,64,true"})
    void normalisesActivatesAndAddsTheResidual(int channels, int branches, int gap, boolean training) {
        try (NativeFixture f = new NativeFixture(1)) {
            Layer layer = new Layer(f, channels, branches, gap, training);
            double[] expected = layer.arguments();
            double[] residual = NativeFixture.get(layer.residual);
            for (int i = 0; i < expected.length; i++) {
                expected[i] = residual[i] + expected[i] * sigmoid(expected[i]);
            }
            List<double[]> statistics = new ArrayList<>();
            List<double[]> running = new ArrayList<>();
            for (int b = 0; b < branches; b++) {
                statistics.add(new double[2 * channels]);
                running.add(new double[2 * channels]);
                expectStatistics(layer, b, statistics.get(b), running.get(b));
            }
            f.run(kernel(layer, layer.residual, layer.y), 2);
            assertClose(expected, NativeFixture.get(layer.y), 1e-6);
            assertGuarded(layer.y);
            for (int b = 0; training && b < branches; b++) {
                BatchNormBranch branch = layer.branches.get(b);
                assertClose(statistics.get(b), NativeFixture.get(branch.statistics(), 2 * channels), 1e-6);
                for (int c = 0; c < channels; c++) {
                    assertEquals(running.get(b)[c], number(branch.runningMean(), c), 1e-6);
                    assertEquals(running.get(b)[channels + c], number(branch.runningVariance(), c), 1e-6);
                }
            }
        }
    }

    private static void expectStatistics(Layer layer, int b, double[] statistics, double[] running) {
        int channels = layer.channels;
        BatchNormBranch branch = layer.branches.get(b);
        double unbiased = IMAGES * PIXELS / (IMAGES * PIXELS - 1.0);
        for (int c = 0; c < channels; c++) {
            double variance = layer.variance(b, c);
            statistics[c] = layer.mean(b, c);
            statistics[channels + c] = 1 / Math.sqrt(variance + EPSILON);
            running[c] = (1 - MOMENTUM) * number(branch.runningMean(), c) + MOMENTUM * statistics[c];
            running[channels + c] =
                    (1 - MOMENTUM) * number(branch.runningVariance(), c) + MOMENTUM * variance * unbiased;
        }
    }

    private static BatchNormKernel kernel(Layer layer, NativeTensor residual, NativeTensor y) {
        return new BatchNormKernel(layer.branches, Activation.SILU, residual, y, EPSILON, MOMENTUM, layer.training);
    }

    @ParameterizedTest
    @CsvSource({"16,1,0,true", "24,1,9,true", "40,2,7,true", "24,2,0,false", "3,1,5,false", "64,2,64,true"})
    void returnsTheGradientOverDy(int channels, int count, int gap, boolean training) {
        try (NativeFixture f = new NativeFixture(2)) {
            Layer layer = new Layer(f, channels, count, gap, training);
            NativeTensor dy = f.random(IMAGES, PIXELS, channels, gap);
            double[] g = NativeFixture.get(dy);
            double[] u = layer.arguments();
            for (int i = 0; i < g.length; i++) {
                double s = sigmoid(u[i]);
                g[i] *= s * (1 + u[i] * (1 - s));
            }
            List<BatchNormBranchGradient> gradients = new ArrayList<>();
            for (int b = 0; b < count; b++) {
                NativeTensor dz = b == 0 ? dy : f.slice(IMAGES, PIXELS, channels, gap);
                gradients.add(new BatchNormBranchGradient(dz, f.allocate(channels), f.allocate(channels)));
            }
            f.run(kernel(layer, null, layer.y), 1);
            f.run(new BatchNormGradientKernel(dy, layer.branches, gradients, Activation.SILU, EPSILON, training), 2);
            for (int b = 0; b < count; b++) {
                expectGradient(layer, b, g, gradients.get(b));
            }
        }
    }

    private static void expectGradient(Layer layer, int b, double[] g, BatchNormBranchGradient actual) {
        int channels = layer.channels;
        double[] dz = new double[g.length];
        double[] dGamma = new double[channels];
        double[] dBeta = new double[channels];
        for (int c = 0; c < channels; c++) {
            int channel = c;
            double mean = layer.mean(b, c);
            double variance = layer.variance(b, c);
            double meanG = average(i -> g[i * channels + channel]);
            double meanProduct =
                    average(i -> g[i * channels + channel] * layer.normalised(b, i, channel, mean, variance));
            dBeta[c] = meanG * IMAGES * PIXELS;
            dGamma[c] = meanProduct * IMAGES * PIXELS;
            double scale = number(layer.branches.get(b).gamma(), c) / Math.sqrt(variance + EPSILON);
            for (int i = 0; i < IMAGES * PIXELS; i++) {
                double own = g[i * channels + c];
                double others = meanG + layer.normalised(b, i, c, mean, variance) * meanProduct;
                dz[i * channels + c] = scale * (layer.training ? own - others : own);
            }
        }
        assertClose(dz, NativeFixture.get(actual.dz()), 2e-6);
        assertClose(dGamma, NativeFixture.get(actual.dGamma(), channels), 2e-6);
        assertClose(dBeta, NativeFixture.get(actual.dBeta(), channels), 2e-6);
        assertGuarded(actual.dz());
    }

    @Test
    void measuresTheVarianceOfChannelsFarFromZero() {
        try (NativeFixture f = new NativeFixture(3)) {
            Layer layer = new Layer(f, 8, 1, 0, true);
            f.fill(layer.branches.get(0).z(), 1000, 1001);
            double[] expected = new double[16];
            expectStatistics(layer, 0, expected, new double[16]);
            f.run(kernel(layer, null, layer.y), 1);
            double[] actual = NativeFixture.get(layer.branches.get(0).statistics(), 16);
            for (int c = 0; c < 16; c++) {
                assertEquals(expected[c], actual[c], 1e-6 * expected[c]);
            }
        }
    }

    @Test
    void doesNotDependOnTheNumberOfThreads() {
        try (NativeFixture f = new NativeFixture(4)) {
            Layer layer = new Layer(f, 48, 2, 0, true);
            NativeTensor dy = f.random(IMAGES, PIXELS, 48, 0);
            assertArrayEquals(results(f, layer, dy, 1), results(f, layer, dy, 3));
        }
    }

    private static double[] results(NativeFixture f, Layer layer, NativeTensor dy, int threads) {
        f.run(kernel(layer, layer.residual, layer.y), threads);
        List<BatchNormBranchGradient> gradients = new ArrayList<>();
        for (int b = 0; b < 2; b++) {
            NativeTensor dz = f.slice(IMAGES, PIXELS, layer.channels, 0);
            gradients.add(new BatchNormBranchGradient(dz, f.allocate(64), f.allocate(64)));
        }
        f.run(new BatchNormGradientKernel(dy, layer.branches, gradients, Activation.SILU, EPSILON, true), threads);
        return Convolution.sum(
                NativeFixture.get(layer.y),
                Convolution.sum(
                        NativeFixture.get(gradients.get(0).dz()),
                        NativeFixture.get(gradients.get(1).dz())));
    }
}
