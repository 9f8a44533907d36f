package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import jdk.incubator.vector.FloatVector;
import org.jspecify.annotations.Nullable;

/**
 * Gradient of a depthwise convolution for its weights and bias: dw[c, tap] = Σ over pixels dy[pixel, c] · x[pixel's tap, c].
 * Rows of dy are cut into parts; a task sums one part for one vector of channels, a row at a time, so that long sums round like
 * short ones, and the parts are added in order and in double precision.
 */
final class DepthwiseWeightGradientKernel implements Kernel {
    /** Most rows of a part. */
    private static final int ROWS = 64;
    /** Least number of tasks, so that many cores find work. */
    private static final int TASKS = 16;

    private final ConvGeometry g;
    private final NativeTensor x;
    private final NativeTensor dy;
    private final long dWeights;
    private final boolean accumulate;
    private final @Nullable ChannelSumKernel bias;
    private final int panels;
    private final int parts;
    private final WorkerPool.Task part = this::part;
    private final WorkerPool.Task reduce = this::reduce;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param dWeights address of the dense gradient [C, k, k, 1]
     * @param dBias address of the gradient of the bias, or 0
     * @param accumulate whether to add to both
     */
    DepthwiseWeightGradientKernel(
            ConvGeometry g, NativeTensor x, NativeTensor dy, long dWeights, long dBias, boolean accumulate) {
        this.g = g;
        this.x = x;
        this.dy = dy;
        this.dWeights = dWeights;
        this.accumulate = accumulate;
        bias = dBias == 0 ? null : new ChannelSumKernel(dy, dBias, accumulate);
        panels = Math.ceilDiv(g.outChannels(), LANES);
        int rows = g.batch() * g.outHeight();
        parts = Math.clamp(Math.max(Math.ceilDiv(rows, ROWS), Math.ceilDiv(TASKS, panels)), 1, rows);
    }

    private int taps() {
        return g.kernel() * g.kernel();
    }

    /** Address of a part's sums for a vector of channels: a vector a tap. */
    private long sums(int part, int panel) {
        return scratch + ((long) part * panels + panel) * taps() * VECTOR;
    }

    @Override
    public long scratchBytes(int threads) {
        long own = (long) parts * panels * taps() * VECTOR;
        return bias == null ? own : Math.max(own, bias.scratchBytes(threads));
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(parts * panels, part);
        pool.run(panels, reduce);
        if (bias != null) {
            bias.run(pool, at);
        }
    }

    private void part(int task, int worker) {
        int index = task / panels;
        int panel = task % panels;
        int total = g.batch() * g.outHeight();
        int from = (int) ((long) total * index / parts);
        int to = (int) ((long) total * (index + 1) / parts);
        long sums = sums(index, panel);
        Memory.zero(sums, (long) taps() * VECTOR);
        for (int row = from; row < to; row++) {
            row(row / g.outHeight(), row % g.outHeight(), (long) panel * VECTOR, sums);
        }
    }

    /** Adds what a row of dy gives to each tap. */
    private void row(int image, int row, long channel, long sums) {
        for (int tap = 0; tap < taps(); tap++) {
            int sourceRow = row * g.stride() - g.padding() + tap / g.kernel();
            int sourceColumn = tap % g.kernel() - g.padding();
            int first = Math.max(0, Math.ceilDiv(-sourceColumn, g.stride()));
            int last = Math.min(g.outWidth() - 1, Math.floorDiv(g.inWidth() - 1 - sourceColumn, g.stride()));
            if (sourceRow >= 0 && sourceRow < g.inHeight() && first <= last) {
                long gradient = dy.at(image, row * g.outWidth() + first) + channel;
                long source = x.at(image, sourceRow * g.inWidth() + sourceColumn + first * g.stride()) + channel;
                addProducts(
                        gradient,
                        dy.step(),
                        source,
                        g.stride() * x.step(),
                        last - first + 1,
                        sums + (long) tap * VECTOR);
            }
        }
    }

    /** sum = sum + Σ a · b over pixels at given distances. Four sums in flight hide the latency of an addition. */
    private static void addProducts(long a, long aStep, long b, long bStep, int count, long sum) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        int i = 0;
        for (; i <= count - 4; i += 4, a += 4 * aStep, b += 4 * bStep) {
            s0 = FloatVector.fromMemorySegment(FLOATS, ALL, a, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, b, ORDER), s0);
            s1 = FloatVector.fromMemorySegment(FLOATS, ALL, a + aStep, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, b + bStep, ORDER), s1);
            s2 = FloatVector.fromMemorySegment(FLOATS, ALL, a + 2 * aStep, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, b + 2 * bStep, ORDER), s2);
            s3 = FloatVector.fromMemorySegment(FLOATS, ALL, a + 3 * aStep, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, b + 3 * bStep, ORDER), s3);
        }
        for (; i < count; i++, a += aStep, b += bStep) {
            s0 = FloatVector.fromMemorySegment(FLOATS, ALL, a, ORDER)
                    .fma(FloatVector.fromMemorySegment(FLOATS, ALL, b, ORDER), s0);
        }
        s0.add(s1)
                .add(s2.add(s3))
                .add(FloatVector.fromMemorySegment(FLOATS, ALL, sum, ORDER))
                .intoMemorySegment(ALL, sum, ORDER);
    }

    /** Adds the parts of a vector of channels and transposes them from [taps, channels] to [channels, taps]. */
    private void reduce(int panel, int worker) {
        int first = panel * LANES;
        int used = Math.min(LANES, g.outChannels() - first);
        for (int c = 0; c < used; c++) {
            for (int tap = 0; tap < taps(); tap++) {
                long target = dWeights + ((long) (first + c) * taps() + tap) * Float.BYTES;
                double sum = accumulate ? Memory.getFloat(target) : 0;
                for (int p = 0; p < parts; p++) {
                    sum += Memory.getFloat(sums(p, panel) + ((long) tap * LANES + c) * Float.BYTES);
                }
                Memory.setFloat(target, (float) sum);
            }
        }
    }
}
