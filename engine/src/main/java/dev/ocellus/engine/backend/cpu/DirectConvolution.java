package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import java.util.List;

/**
 * Convolution by windows: each task copies some rows of an image with zero borders into its worker's scratch, where a row
 * of a window is one run of numbers, and multiplies these runs with packed weights by {@link TileProduct}. Nothing is
 * unfolded. Windows of one pixel are read where they lie.
 *
 * <p>Packed weights: for each group and phase, for each panel of two vectors of output channels (the last panel may have
 * one), for each tap and input channel the panel's weights, zero beyond the last output channel.
 */
final class DirectConvolution {
    /** Size of the copied rows of a task: well within a core's second-level cache beside the weights. */
    private static final int ROW_BYTES = 192 << 10;
    /** Least number of tasks, so that many cores find work and few finish together. */
    private static final int TASKS = 16;

    private final List<ConvPhase> phases;
    private final PaddedRows padded;
    private final NativeTensor out;
    private final int groups;
    private final int outputs;
    private final int stride;
    private final int outStep;
    private final int outWidth;
    private final long bias;
    private final boolean accumulate;
    private final boolean inPlace;
    private final int top;
    private final int windowRows;
    private final int rows;
    private final int rowsPerTask;
    private final int blocks;
    private final long groupWeights;
    private final TileProduct[][] products;

    /**
     * Plans a convolution.
     *
     * @param source image to read; its height and width
     * @param groups number of groups of channels that are convolved apart
     * @param stride distance of neighbouring windows in source pixels
     * @param out result of {@code outWidth} columns
     * @param outStep distance of neighbouring results of a phase
     * @param bias address of one number an output channel, or 0
     * @param accumulate whether to add to the result
     */
    DirectConvolution(
            List<ConvPhase> phases,
            NativeTensor source,
            int height,
            int width,
            int groups,
            int stride,
            NativeTensor out,
            int outWidth,
            int outStep,
            long bias,
            boolean accumulate) {
        if (bias != 0 && accumulate) {
            throw new IllegalArgumentException("a convolution with bias cannot add to its result");
        }
        this.phases = List.copyOf(phases);
        this.out = out;
        this.groups = groups;
        this.outputs = out.channels() / groups;
        this.stride = stride;
        this.outWidth = outWidth;
        this.outStep = outStep;
        this.bias = bias;
        this.accumulate = accumulate;
        int left = phases.stream().mapToInt(ConvPhase::sourceColumn).min().orElse(0);
        int right = phases.stream()
                .mapToInt(p -> (p.columns() - 1) * stride + p.sourceColumn() + p.tapColumns())
                .max()
                .orElse(0);
        top = phases.stream().mapToInt(ConvPhase::sourceRow).min().orElse(0);
        windowRows =
                phases.stream().mapToInt(p -> p.sourceRow() + p.tapRows()).max().orElse(0) - top;
        inPlace = phases.stream()
                .allMatch(p -> p.tapRows() <= 1
                        && p.tapColumns() <= 1
                        && p.sourceRow() >= 0
                        && p.sourceColumn() >= 0
                        && (p.rows() - 1) * stride + p.sourceRow() < height
                        && (p.columns() - 1) * stride + p.sourceColumn() < width);
        padded = new PaddedRows(source, height, width, source.channels() / groups, left, Math.max(right - left, 1));
        rows = phases.stream().mapToInt(ConvPhase::rows).max().orElse(0);
        long rowBytes = Math.max(1, inPlace ? width * padded.pixelBytes() : padded.rowBytes()) * stride;
        int share = Math.ceilDiv(rows, Math.ceilDiv(TASKS, Math.max(1, source.images())));
        rowsPerTask = Math.clamp(ROW_BYTES / rowBytes, 1, Math.max(1, share));
        blocks = Math.ceilDiv(rows, rowsPerTask);
        groupWeights = phases.stream().mapToLong(this::weightBytes).sum();
        products = phases.stream().map(this::products).toArray(TileProduct[][]::new);
    }

    /** Number of vectors that hold {@code outputs} output channels. */
    static int vectors(int outputs) {
        return Math.ceilDiv(outputs, LANES);
    }

    private long weightBytes(ConvPhase phase) {
        return (long) phase.tapRows() * phase.tapColumns() * padded.channels() * vectors(outputs) * VECTOR;
    }

    /** The products of a phase, one for each panel of output channels. */
    private TileProduct[] products(ConvPhase phase) {
        TileProduct[] result = new TileProduct[Math.ceilDiv(vectors(outputs), 2)];
        int run = phase.tapColumns() * padded.channels();
        long sourceStep = (inPlace ? (long) padded.source().pixelStride() * Float.BYTES : padded.pixelBytes()) * stride;
        long resultStep = (long) out.pixelStride() * outStep * Float.BYTES;
        for (int panel = 0; panel < result.length; panel++) {
            int left = outputs - 2 * panel * LANES;
            boolean pair = left > LANES;
            long next = pair ? 2L * VECTOR : VECTOR;
            result[panel] = new TileProduct(
                    pair,
                    run,
                    sourceStep,
                    Float.BYTES,
                    padded.rowBytes(),
                    next,
                    run * next,
                    accumulate ? resultStep : 0,
                    resultStep,
                    Math.min(pair ? left - LANES : left, LANES));
        }
        return result;
    }

    /** What it was planned from. */
    List<ConvPhase> phases() {
        return phases;
    }

    /** Size of the packed weights. */
    long weightBytes() {
        return groups * groupWeights;
    }

    /** Size of the scratch memory of one worker. */
    long workerBytes() {
        return inPlace ? 0 : Memory.align(((rowsPerTask - 1L) * stride + windowRows) * padded.rowBytes());
    }

    /** Number of tasks. */
    int tasks() {
        return padded.source().images() * blocks;
    }

    /**
     * Does a task.
     *
     * @param weights address of the packed weights
     * @param scratch address of the worker's {@link #workerBytes}
     */
    void run(int task, long weights, long scratch) {
        int image = task / blocks;
        int from = task % blocks * rowsPerTask;
        int to = Math.min(rows, from + rowsPerTask);
        for (int group = 0; group < groups; group++) {
            if (!inPlace) {
                int end = (to - 1) * stride + top + windowRows;
                padded.copy(image, group * padded.channels(), from * stride + top, end, scratch);
            }
            for (int i = 0; i < phases.size(); i++) {
                phase(i, image, group, from, to, weights + group * groupWeights, scratch);
            }
        }
    }

    private void phase(int index, int image, int group, int from, int to, long weights, long scratch) {
        ConvPhase phase = phases.get(index);
        int end = Math.min(to, phase.rows());
        long panel = weights + phase.weights();
        long channel = (long) group * outputs * Float.BYTES;
        for (TileProduct product : products[index]) {
            for (int i = from; i < end; i++) {
                long target = out.at(image, (i * outStep + phase.outRow()) * outWidth + phase.outColumn()) + channel;
                long init = accumulate ? target : bias != 0 ? bias + channel : Memory.ZEROS;
                long source = window(phase, image, group, i, from, scratch);
                product.rows(phase.columns(), phase.tapRows(), source, panel, init, target);
            }
            panel += phase.tapRows() * product.bOuter();
            channel += 2L * VECTOR;
        }
    }

    /** Address of the first window of row {@code i} of a phase. */
    private long window(ConvPhase phase, int image, int group, int i, int from, long scratch) {
        if (inPlace) {
            int pixel = (i * stride + phase.sourceRow()) * padded.width() + phase.sourceColumn();
            return padded.source().at(image, pixel) + group * padded.pixelBytes();
        }
        long row = (long) (i - from) * stride + phase.sourceRow() - top;
        return scratch + row * padded.rowBytes() + (phase.sourceColumn() - padded.left()) * padded.pixelBytes();
    }
}
