package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import dev.ocellus.engine.ops.Activation;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
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
        return branches.size() * (affineBytes() + sums.bytes());
    }

    private long affineBytes() {
        return Memory.align(2L * channels * Float.BYTES);
    }

    /** Scale of each channel, followed by the shift of each channel. */
    private long affine(int branch) {
        return scratch + branch * affineBytes();
    }

    private long sums(int branch) {
        return scratch + branches.size() * affineBytes() + branch * sums.bytes();
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        if (training) {
            pool.run(blocks.count() * branches.size(), measure);
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
            Memory.setFloat(affine(b) + at, (float) scale);
            Memory.setFloat(affine(b) + (long) channels * Float.BYTES + at, (float)
                    (Memory.getFloat(branch.beta() + at) - mean * scale));
        }
    }

    private void track(long running, double now) {
        double before = Memory.getFloat(running);
        Memory.setFloat(running, (float) (before + momentum * (now - before)));
    }

    private void apply(int block, int worker) {
        int n = blocks.image(block);
        int p = blocks.first(block);
        int count = blocks.size(block);
        NativeTensor z = branches.get(0).z();
        NativeTensor z2 = branches.get(branches.size() - 1).z();
        NativeTensor added = residual == null ? z : residual;
        for (int c = 0; c < channels; c += LANES) {
            long at = (long) c * Float.BYTES;
            if (branches.size() == 1) {
                single(
                        c,
                        z.at(n, p) + at,
                        z.pixelStride(),
                        added.at(n, p) + at,
                        added.pixelStride(),
                        y.at(n, p) + at,
                        count);
            } else {
                dual(
                        c,
                        z.at(n, p) + at,
                        z.pixelStride(),
                        z2.at(n, p) + at,
                        z2.pixelStride(),
                        added.at(n, p) + at,
                        added.pixelStride(),
                        y.at(n, p) + at,
                        count);
            }
        }
    }

    private void single(int c, long z, int zStride, long r, int rStride, long out, int count) {
        VectorMask<Float> mask = Memory.mask(c, channels);
        FloatVector scale = Memory.load(affine(0) + (long) c * Float.BYTES, mask);
        FloatVector shift = Memory.load(affine(0) + (long) (channels + c) * Float.BYTES, mask);
        for (int i = 0; i < count; i++) {
            FloatVector v = Activations.value(activation, Memory.load(z, mask).fma(scale, shift));
            if (residual != null) {
                v = v.add(Memory.load(r, mask));
            }
            Memory.store(v, out, mask);
            z += (long) zStride * Float.BYTES;
            r += (long) rStride * Float.BYTES;
            out += (long) y.pixelStride() * Float.BYTES;
        }
    }

    private void dual(int c, long z, int zStride, long z2, int z2Stride, long r, int rStride, long out, int count) {
        VectorMask<Float> mask = Memory.mask(c, channels);
        FloatVector scale = Memory.load(affine(0) + (long) c * Float.BYTES, mask);
        FloatVector scale2 = Memory.load(affine(1) + (long) c * Float.BYTES, mask);
        FloatVector shift = Memory.load(affine(0) + (long) (channels + c) * Float.BYTES, mask)
                .add(Memory.load(affine(1) + (long) (channels + c) * Float.BYTES, mask));
        for (int i = 0; i < count; i++) {
            FloatVector u =
                    Memory.load(z, mask).fma(scale, Memory.load(z2, mask).fma(scale2, shift));
            FloatVector v = Activations.value(activation, u);
            if (residual != null) {
                v = v.add(Memory.load(r, mask));
            }
            Memory.store(v, out, mask);
            z += (long) zStride * Float.BYTES;
            z2 += (long) z2Stride * Float.BYTES;
            r += (long) rStride * Float.BYTES;
            out += (long) y.pixelStride() * Float.BYTES;
        }
    }
}
