package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.Activation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * y = residual + act(bn(z₁) + bn(z₂)) as {@link dev.ocellus.engine.ops.BatchNorm} defines it. Statistics are summed in
 * double precision.
 */
final class BatchNormKernel implements Kernel {
    private final List<BatchNormBranch> branches;
    private final Activation activation;
    private final @Nullable NativeTensor residual;
    private final NativeTensor y;
    private final float epsilon;
    private final float momentum;
    private final boolean training;
    private final int channels;
    private final RowBlocks blocks;
    private final ChannelSums sums;
    private final WorkerPool.Task measure = this::measure;
    private final WorkerPool.Task apply = this::apply;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param branches one or two
     * @param residual added after the activation, or null
     */
    BatchNormKernel(
            List<BatchNormBranch> branches,
            Activation activation,
            @Nullable NativeTensor residual,
            NativeTensor y,
            float epsilon,
            float momentum,
            boolean training) {
        this.branches = List.copyOf(branches);
        this.activation = activation;
        this.residual = residual;
        this.y = y;
        this.epsilon = epsilon;
        this.momentum = momentum;
        this.training = training;
        channels = y.channels();
        blocks = RowBlocks.of(y.images(), y.pixels(), channels);
        sums = new ChannelSums(2, channels, blocks.count());
    }

    @Override
    public long scratchBytes(int threads) {
        return branches.size() * (affineBytes() + sums.bytes()) + (long) threads * Columns.BUFFER;
    }

    private long affineBytes() {
        return Memory.align(2L * channels * Float.BYTES) + VECTOR;
    }

    /** Address of the scale of a branch for a channel. */
    private long scale(int branch, int channel) {
        return scratch + branch * affineBytes() + (long) channel * Float.BYTES;
    }

    /** Address of the shift of all branches together for a channel. */
    private long shift(int channel) {
        return scale(0, channels + channel);
    }

    private long sums(int branch) {
        return scratch + branches.size() * affineBytes() + branch * sums.bytes();
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        if (training) {
            pool.run(blocks.count() * branches.size(), measure);
            for (int b = 0; b < branches.size(); b++) {
                sums.reduce(sums(b));
            }
        }
        for (int b = 0; b < branches.size(); b++) {
            prepare(b);
        }
        pool.run(blocks.count(), apply);
    }

    private void measure(int task, int worker) {
        int b = task / blocks.count();
        int block = task % blocks.count();
        NativeTensor z = branches.get(b).z();
        long from = z.at(blocks.image(block), blocks.first(block));
        sums.moments(from, blocks.size(block), z.pixelStride(), sums(b), block);
    }

    private void prepare(int b) {
        BatchNormBranch branch = branches.get(b);
        for (int c = 0; c < channels; c++) {
            long at = (long) c * Float.BYTES;
            double mean;
            double inverse;
            if (training) {
                double count = (double) y.images() * y.pixels();
                mean = sums.total(sums(b), 0, c) / count;
                double variance = Math.max(0, sums.total(sums(b), 1, c) / count - mean * mean);
                inverse = 1 / Math.sqrt(variance + epsilon);
                Memory.setFloat(branch.statistics() + at, (float) mean);
                Memory.setFloat(branch.statistics() + (long) channels * Float.BYTES + at, (float) inverse);
                track(branch.runningMean() + at, mean);
                track(branch.runningVariance() + at, variance * count / Math.max(1, count - 1));
            } else {
                mean = Memory.getFloat(branch.runningMean() + at);
                inverse = 1 / Math.sqrt(Memory.getFloat(branch.runningVariance() + at) + (double) epsilon);
            }
            double scale = Memory.getFloat(branch.gamma() + at) * inverse;
            Memory.setFloat(scale(b, c), (float) scale);
            double shift = Memory.getFloat(branch.beta() + at) - mean * scale;
            Memory.setFloat(shift(c), (float) (b == 0 ? shift : Memory.getFloat(shift(c)) + shift));
        }
    }

    private void track(long running, double now) {
        double before = Memory.getFloat(running);
        Memory.setFloat(running, (float) (before + momentum * (now - before)));
    }

    private void apply(int block, int worker) {
        long buffer = scratch + branches.size() * (affineBytes() + sums.bytes()) + (long) worker * Columns.BUFFER;
        int end = blocks.first(block) + blocks.size(block);
        for (int p = blocks.first(block); p < end; p += Columns.ROWS) {
            for (int c = 0; c < channels; c += LANES) {
                column(blocks.image(block), p, c, Math.min(Columns.ROWS, end - p), buffer);
            }
        }
    }

    private void column(int n, int p, int c, int count, long buffer) {
        int lanes = Math.min(LANES, channels - c);
        long offset = (long) c * Float.BYTES;
        for (int b = 0; b < branches.size(); b++) {
            NativeTensor z = branches.get(b).z();
            if (b == 0) {
                Columns.affine(z.at(n, p) + offset, z.step(), scale(b, c), shift(c), buffer, count, lanes);
            } else {
                Columns.addScaled(z.at(n, p) + offset, z.step(), scale(b, c), buffer, count, lanes);
            }
        }
        Activations.values(activation, buffer, buffer, count, LANES);
        long target = y.at(n, p) + offset;
        if (residual == null) {
            Columns.store(buffer, target, y.step(), count, lanes);
        } else {
            Columns.storeSum(buffer, residual.at(n, p) + offset, residual.step(), target, y.step(), count, lanes);
        }
    }
}
