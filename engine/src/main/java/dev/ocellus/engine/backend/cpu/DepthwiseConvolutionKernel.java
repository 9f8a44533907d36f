package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import java.util.List;

/**
 * A convolution in which each channel meets weights of its own only, or the gradient of one for its images: both sum windows
 * of a source, see {@link ConvPhase}. Channels lie in vectors, and nothing is copied but the weights: windows that reach beyond
 * the image are cut at its border.
 */
final class DepthwiseConvolutionKernel implements Kernel {
    /** Size of the source rows of a task: they stay in a core's second-level cache while the taps' rows meet them. */
    private static final int ROW_BYTES = 192 << 10;
    /** Least number of tasks, so that many cores find work and few finish together. */
    private static final int TASKS = 16;

    private final List<ConvPhase> phases;
    private final int[][] taps;
    private final DepthwiseRows[] loops;
    private final NativeTensor source;
    private final int height;
    private final int width;
    private final int stride;
    private final NativeTensor out;
    private final int outWidth;
    private final int outStep;
    private final int kernelTaps;
    private final long weights;
    private final long bias;
    private final boolean accumulate;
    private final int rowsPerTask;
    private final int blocks;
    private final WorkerPool.Task pack = this::pack;
    private final WorkerPool.Task part = this::part;
    private long scratch;

    private DepthwiseConvolutionKernel(
            List<ConvPhase> phases,
            int[][] taps,
            NativeTensor source,
            int height,
            int width,
            int stride,
            NativeTensor out,
            int outWidth,
            int outStep,
            int kernelTaps,
            long weights,
            long bias,
            boolean accumulate) {
        this.phases = phases;
        this.taps = taps;
        this.source = source;
        this.height = height;
        this.width = width;
        this.stride = stride;
        this.out = out;
        this.outWidth = outWidth;
        this.outStep = outStep;
        this.kernelTaps = kernelTaps;
        this.weights = weights;
        this.bias = bias;
        this.accumulate = accumulate;
        int rows = phases.stream().mapToInt(ConvPhase::rows).max().orElse(0);
        int share = Math.ceilDiv(rows, Math.ceilDiv(TASKS, Math.max(1, source.images())));
        long rowBytes = Math.max(1, width * source.step() * stride);
        rowsPerTask = Math.clamp(ROW_BYTES / rowBytes, 1, Math.max(1, share));
        blocks = Math.ceilDiv(rows, rowsPerTask);
        loops = phases.stream().map(this::loops).toArray(DepthwiseRows[]::new);
    }

    /**
     * The convolution y = x ∗ w (+ bias), or y += x ∗ w.
     *
     * @param weights address of dense weights [C, k, k, 1]
     * @param bias address of one number a channel, or 0
     * @param accumulate whether to add to y; not with a bias
     */
    static Kernel forward(ConvGeometry g, NativeTensor x, long weights, long bias, NativeTensor y, boolean accumulate) {
        if (bias != 0 && accumulate) {
            throw new IllegalArgumentException("a convolution with bias cannot add to its result");
        }
        ConvPhase whole =
                new ConvPhase(g.kernel(), g.kernel(), -g.padding(), -g.padding(), 0, 0, g.outHeight(), g.outWidth(), 0);
        int[] order = new int[g.kernel() * g.kernel()];
        for (int tap = 0; tap < order.length; tap++) {
            order[tap] = tap;
        }
        return new DepthwiseConvolutionKernel(
                List.of(whole),
                new int[][] {order},
                x,
                g.inHeight(),
                g.inWidth(),
                g.stride(),
                y,
                g.outWidth(),
                1,
                order.length,
                weights,
                bias,
                accumulate);
    }

    /**
     * The gradient for the images.
     *
     * @param weights address of dense weights [C, k, k, 1]
     * @param accumulate whether to add to dx
     */
    static Kernel inputGradient(ConvGeometry g, NativeTensor dy, long weights, NativeTensor dx, boolean accumulate) {
        List<ConvPhase> phases = InputGradientPhases.of(g);
        return new DepthwiseConvolutionKernel(
                phases,
                phases.stream().map(phase -> InputGradientPhases.taps(g, phase)).toArray(int[][]::new),
                dy,
                g.outHeight(),
                g.outWidth(),
                1,
                dx,
                g.inWidth(),
                g.stride(),
                g.kernel() * g.kernel(),
                weights,
                0,
                accumulate);
    }

    private DepthwiseRows loops(ConvPhase phase) {
        long resultStep = (long) outStep * out.step();
        return new DepthwiseRows(
                source.channels(),
                source.step(),
                width * source.step(),
                stride * source.step(),
                (long) phase.tapColumns() * VECTOR,
                panelBytes(),
                accumulate ? resultStep : 0,
                resultStep);
    }

    private int panels() {
        return Math.ceilDiv(source.channels(), LANES);
    }

    private long panelBytes() {
        return (long) kernelTaps * VECTOR;
    }

    private long weightBytes() {
        return panels() * panelBytes();
    }

    /** Packed weights, and zeros for results that start with none. */
    @Override
    public long scratchBytes(int threads) {
        return weightBytes() + (long) panels() * VECTOR;
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(panels(), pack);
        pool.run(source.images() * blocks, part);
    }

    /** Transposes the weights of a vector of channels from [channels, taps] to [taps, channels]. */
    private void pack(int panel, int worker) {
        Memory.zero(scratch + weightBytes() + (long) panel * VECTOR, VECTOR);
        int used = Math.min(LANES, source.channels() - panel * LANES);
        long from = weights + (long) panel * LANES * kernelTaps * Float.BYTES;
        for (int i = 0; i < taps.length; i++) {
            long to = scratch + panel * panelBytes() + phases.get(i).weights();
            for (int tap : taps[i]) {
                for (int c = 0; c < LANES; c++, to += Float.BYTES) {
                    float weight = c < used ? Memory.getFloat(from + ((long) c * kernelTaps + tap) * Float.BYTES) : 0;
                    Memory.setFloat(to, weight);
                }
            }
        }
    }

    private void part(int task, int worker) {
        int image = task / blocks;
        int from = task % blocks * rowsPerTask;
        for (int i = 0; i < phases.size(); i++) {
            ConvPhase phase = phases.get(i);
            int to = Math.min(phase.rows(), from + rowsPerTask);
            for (int row = from; row < to; row++) {
                row(phase, loops[i], image, row);
            }
        }
    }

    /** Computes a row of a phase: windows cut on the left, whole windows, windows cut on the right. */
    private void row(ConvPhase phase, DepthwiseRows loop, int image, int row) {
        int firstColumn = phase.sourceColumn();
        int whole = Math.clamp(Math.ceilDiv(-firstColumn, stride), 0, phase.columns());
        int end = Math.floorDiv(width - phase.tapColumns() - firstColumn, stride) + 1;
        int cut = Math.clamp(end, whole, phase.columns());
        for (int j = 0; j < whole; j++) {
            run(phase, loop, image, row, j, 1);
        }
        run(phase, loop, image, row, whole, cut - whole);
        for (int j = cut; j < phase.columns(); j++) {
            run(phase, loop, image, row, j, 1);
        }
    }

    /** Computes {@code count} results from column {@code j} on, all of whose windows are cut like the first one. */
    private void run(ConvPhase phase, DepthwiseRows loop, int image, int i, int j, int count) {
        int row = i * stride + phase.sourceRow();
        int column = j * stride + phase.sourceColumn();
        int top = Math.max(0, -row);
        int left = Math.max(0, -column);
        int rows = Math.min(phase.tapRows(), height - row) - top;
        int columns = Math.min(phase.tapColumns(), width - column) - left;
        long target = out.at(image, (i * outStep + phase.outRow()) * outWidth + j * outStep + phase.outColumn());
        long init = accumulate ? target : bias != 0 ? bias : scratch + weightBytes();
        long packed = scratch + phase.weights() + (long) (top * phase.tapColumns() + left) * VECTOR;
        if (rows <= 0 || columns <= 0) {
            loop.results(count, 0, 0, source.address(), packed, init, target);
        } else {
            loop.results(
                    count, rows, columns, source.at(image, (row + top) * width + column + left), packed, init, target);
        }
    }
}
