package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.tensor.Shape;
import java.io.PrintStream;
import java.util.List;
import jdk.incubator.vector.FloatVector;

/**
 * Prints what kernels reach on YOLOv9-t's shapes at 320 pixels and batch 4, and what this machine could give: multiply-add
 * rate and memory bandwidth of one thread. Not a test; run {@link #main}.
 */
final class KernelBenchmark {
    private static final int BATCH = 4;
    private static final int ROUNDS = 400;
    private static final int FMA_ROUNDS = 4_000_000;
    private static final int CHAINS = 12;
    private static final long BYTES = 1L << 27;

    private final NativeFixture fixture = new NativeFixture(1);
    private final PrintStream out;
    private final int threads;

    private KernelBenchmark(PrintStream out, int threads) {
        this.out = out;
        this.threads = threads;
    }

    /** @param args number of threads, 1 if absent */
    public static void main(String[] args) {
        KernelBenchmark benchmark = new KernelBenchmark(System.out, args.length > 0 ? Integer.parseInt(args[0]) : 1);
        try (WorkerPool pool = new WorkerPool(benchmark.threads, Thread::new);
                NativeFixture fixture = benchmark.fixture) {
            benchmark.floors(fixture);
            int[][] shapes = {
                {320, 3, 16, 3, 2}, {160, 16, 32, 3, 2}, {80, 16, 16, 3, 1}, {80, 32, 32, 1, 1}, {80, 64, 32, 1, 1},
                {40, 16, 16, 3, 1}, {40, 32, 32, 3, 1}, {40, 64, 64, 3, 1}, {40, 80, 80, 3, 1}, {40, 128, 64, 1, 1},
                {40, 16, 16, 1, 1}, {20, 24, 24, 3, 1}, {20, 48, 48, 3, 1}, {20, 80, 80, 3, 1}, {20, 192, 96, 1, 1},
                {10, 32, 32, 3, 1}, {10, 64, 64, 3, 1}, {10, 128, 80, 3, 1}, {10, 256, 128, 1, 1}
            };
            for (int[] s : shapes) {
                benchmark.convolution(
                        ConvGeometry.of(Shape.of(BATCH, s[0], s[0], s[1]), s[2], s[3], s[4], s[3] / 2, 1), pool);
            }
            for (int[] s :
                    new int[][] {{80, 32, 3, 1}, {80, 64, 3, 2}, {40, 128, 3, 1}, {20, 256, 3, 1}, {20, 128, 5, 1}}) {
                benchmark.convolution(
                        ConvGeometry.of(Shape.of(BATCH, s[0], s[0], s[1]), s[1], s[2], s[3], s[2] / 2, s[1]), pool);
            }
            for (int[] s : new int[][] {{160, 16}, {80, 32}, {40, 64}, {20, 24}, {20, 96}, {10, 128}}) {
                benchmark.normalisation(s[0] * s[0], s[1], pool);
            }
        }
    }

    private void floors(NativeFixture f) {
        long memory = f.allocate(2 * BYTES / Float.BYTES);
        double flops = 2.0 * CHAINS * LANES * FMA_ROUNDS;
        out.printf("multiply-add %.0f GFLOP/s a thread%n", flops / best(20, () -> multiplyAdd(memory)));
        double read = best(8, () -> read(memory, memory + BYTES, memory + BYTES));
        double copied = best(8, () -> Memory.copy(memory, memory + BYTES, BYTES));
        out.printf("memory: read %.0f GB/s, copy %.0f GB/s a thread%n", BYTES / read, 2 * BYTES / copied);
    }

    private static void multiplyAdd(long to) {
        FloatVector a = FloatVector.broadcast(FLOATS, 0.999f);
        FloatVector c0 = a;
        FloatVector c1 = a;
        FloatVector c2 = a;
        FloatVector c3 = a;
        FloatVector c4 = a;
        FloatVector c5 = a;
        FloatVector c6 = a;
        FloatVector c7 = a;
        FloatVector c8 = a;
        FloatVector c9 = a;
        FloatVector c10 = a;
        FloatVector c11 = a;
        for (int i = 0; i < FMA_ROUNDS; i++) {
            c0 = c0.fma(a, a);
            c1 = c1.fma(a, a);
            c2 = c2.fma(a, a);
            c3 = c3.fma(a, a);
            c4 = c4.fma(a, a);
            c5 = c5.fma(a, a);
            c6 = c6.fma(a, a);
            c7 = c7.fma(a, a);
            c8 = c8.fma(a, a);
            c9 = c9.fma(a, a);
            c10 = c10.fma(a, a);
            c11 = c11.fma(a, a);
        }
        FloatVector sum = c0.add(c1).add(c2).add(c3).add(c4).add(c5);
        sum.add(c6).add(c7).add(c8).add(c9).add(c10).add(c11).intoMemorySegment(ALL, to, ORDER);
    }

    private static void read(long from, long end, long to) {
        FloatVector even = FloatVector.zero(FLOATS);
        FloatVector odd = even;
        for (; from < end; from += 2L * VECTOR) {
            even = even.add(FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER));
            odd = odd.add(FloatVector.fromMemorySegment(FLOATS, ALL, from + VECTOR, ORDER));
        }
        even.add(odd).intoMemorySegment(ALL, to, ORDER);
    }

    /** Least time in nanoseconds. */
    private static double best(int rounds, Runnable work) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            work.run();
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    private double best(Kernel kernel, WorkerPool pool) {
        long scratch = fixture.allocate(Math.ceilDiv(kernel.scratchBytes(threads), (long) Float.BYTES));
        return best(ROUNDS, () -> kernel.run(pool, scratch));
    }

    private void convolution(ConvGeometry g, WorkerPool pool) {
        NativeTensor x = fixture.random(BATCH, g.inHeight() * g.inWidth(), g.inChannels(), 0);
        NativeTensor y = fixture.random(BATCH, g.outHeight() * g.outWidth(), g.outChannels(), 0);
        long w = fixture.vector((int) g.weights().elements(), -1, 1);
        long dw = fixture.allocate(g.weights().elements());
        boolean depthwise = g.depthwise();
        double forward = best(
                depthwise
                        ? DepthwiseConvolutionKernel.forward(g, x, w, 0, y, false)
                        : new Conv2dKernel(g, x, w, 0, y, false),
                pool);
        double input = best(
                depthwise
                        ? DepthwiseConvolutionKernel.inputGradient(g, y, w, x, false)
                        : new Conv2dInputGradientKernel(g, y, w, x, false),
                pool);
        double weight = best(
                depthwise
                        ? new DepthwiseWeightGradientKernel(g, x, y, dw, 0, false)
                        : new Conv2dWeightGradientKernel(g, x, y, dw, 0, false),
                pool);
        out.printf(
                "%s %d->%d k%d s%d @%d: forward %.0f, input gradient %.0f, weight gradient %.0f GFLOP/s%n",
                depthwise ? "depthwise" : "conv",
                g.inChannels(),
                g.outChannels(),
                g.kernel(),
                g.stride(),
                g.inHeight(),
                g.flops() / forward,
                g.flops() / input,
                g.flops() / weight);
    }

    private void normalisation(int pixels, int channels, WorkerPool pool) {
        NativeTensor z = fixture.random(BATCH, pixels, channels, 0);
        NativeTensor y = fixture.random(BATCH, pixels, channels, 0);
        BatchNormBranch branch = new BatchNormBranch(
                z,
                fixture.vector(channels, 0.5, 2),
                fixture.vector(channels, -1, 1),
                fixture.allocate(channels),
                fixture.allocate(channels),
                fixture.allocate(2L * channels));
        BatchNormBranchGradient gradient =
                new BatchNormBranchGradient(y, fixture.allocate(channels), fixture.allocate(channels));
        double bytes = 1.0 * Float.BYTES * BATCH * pixels * channels;
        double forward = best(new BatchNormKernel(List.of(branch), Activation.SILU, null, y, 1e-3f, 0.03f, true), pool);
        double backward = best(
                new BatchNormGradientKernel(y, List.of(branch), List.of(gradient), Activation.SILU, 1e-3f, true), pool);
        out.printf(
                "normalisation and SiLU, %d channels, %d pixels: forward %.0f GB/s, backward %.0f GB/s%n",
                channels, BATCH * pixels, 3 * bytes / forward, 6 * bytes / backward);
    }
}
