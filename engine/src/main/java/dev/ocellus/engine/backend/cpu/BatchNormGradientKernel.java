package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.Activation;
import java.util.List;

/**
 * Gradient of {@link BatchNormKernel}, as {@link dev.ocellus.engine.ops.BatchNormGradient} defines it.
 *
 * <p>With u the argument of the activation, g = dy · act'(u), m the number of pixels and x̂ the normalised z: dbeta = Σ g,
 * dgamma = Σ g·x̂ and, in training, dz = gamma · invstd · (g − dbeta/m − x̂ · dgamma/m), else dz = gamma · invstd · g. The
 * first pass puts g into the memory of the first dz and sums, the second makes dz of it.
 */
final class BatchNormGradientKernel implements Kernel {
    /** Numbers kept for each channel and branch: u = Σ z · scale + shift, dz = scale · g + z · slope + constant. */
    private static final int COEFFICIENTS = 4;

    private static final int SCALE = 0;
    /** Kept for the first branch only, for all together. */
    private static final int SHIFT = 1;

    private static final int SLOPE = 2;
    private static final int CONSTANT = 3;

    private final NativeTensor dy;
    private final List<BatchNormBranch> branches;
    private final List<BatchNormBranchGradient> gradients;
    private final Activation activation;
    private final float epsilon;
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
     * @param branches one or two, as in the forward pass
     * @param gradients one for each branch; the first dz may be dy
     */
    BatchNormGradientKernel(
            NativeTensor dy,
            List<BatchNormBranch> branches,
            List<BatchNormBranchGradient> gradients,
            Activation activation,
            float epsilon,
            boolean training) {
        this.dy = dy;
        this.branches = List.copyOf(branches);
        this.gradients = List.copyOf(gradients);
        this.activation = activation;
        this.epsilon = epsilon;
        this.training = training;
        channels = dy.channels();
        blocks = RowBlocks.of(dy.images(), dy.pixels(), channels);
        sums = new ChannelSums(1 + branches.size(), channels, blocks.count());
    }

    @Override
    public long scratchBytes(int threads) {
        return branches.size() * coefficientBytes() + sums.bytes() + (long) threads * Columns.BUFFER;
    }

    private long coefficientBytes() {
        return Memory.align((long) COEFFICIENTS * channels * Float.BYTES) + VECTOR;
    }

    private long coefficient(int branch, int kind, int channel) {
        return scratch + branch * coefficientBytes() + (long) Float.BYTES * (kind * channels + channel);
    }

    private long sums() {
        return scratch + branches.size() * coefficientBytes();
    }

    private long buffer(int worker) {
        return sums() + sums.bytes() + (long) worker * Columns.BUFFER;
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        for (int b = 0; b < branches.size(); b++) {
            normalisation(b);
        }
        pool.run(blocks.count(), measure);
        sums.reduce(sums());
        for (int b = 0; b < branches.size(); b++) {
            reduce(b);
        }
        pool.run(blocks.count(), apply);
    }

    private double mean(int b, int c) {
        BatchNormBranch branch = branches.get(b);
        return Memory.getFloat((training ? branch.statistics() : branch.runningMean()) + (long) c * Float.BYTES);
    }

    private double inverse(int b, int c) {
        BatchNormBranch branch = branches.get(b);
        return training
                ? Memory.getFloat(branch.statistics() + (long) (channels + c) * Float.BYTES)
                : 1 / Math.sqrt(Memory.getFloat(branch.runningVariance() + (long) c * Float.BYTES) + (double) epsilon);
    }

    private void normalisation(int b) {
        BatchNormBranch branch = branches.get(b);
        for (int c = 0; c < channels; c++) {
            double scale = Memory.getFloat(branch.gamma() + (long) c * Float.BYTES) * inverse(b, c);
            Memory.setFloat(coefficient(b, SCALE, c), (float) scale);
            float beta = Memory.getFloat(branch.beta() + (long) c * Float.BYTES);
            double shift = beta - mean(b, c) * scale;
            long to = coefficient(0, SHIFT, c);
            Memory.setFloat(to, (float) (b == 0 ? shift : Memory.getFloat(to) + shift));
        }
    }

    private void reduce(int b) {
        BatchNormBranchGradient gradient = gradients.get(b);
        double count = (double) dy.images() * dy.pixels();
        for (int c = 0; c < channels; c++) {
            double inverse = inverse(b, c);
            double mean = mean(b, c);
            double sum = sums.total(sums(), 0, c);
            double product = (sums.total(sums(), 1 + b, c) - mean * sum) * inverse;
            Memory.setFloat(gradient.dBeta() + (long) c * Float.BYTES, (float) sum);
            Memory.setFloat(gradient.dGamma() + (long) c * Float.BYTES, (float) product);
            double a = Memory.getFloat(branches.get(b).gamma() + (long) c * Float.BYTES) * inverse;
            double slope = training ? -a * inverse * product / count : 0;
            Memory.setFloat(coefficient(b, SLOPE, c), (float) slope);
            Memory.setFloat(coefficient(b, CONSTANT, c), (float) (training ? -a * sum / count - slope * mean : 0));
        }
    }

    private void measure(int block, int worker) {
        sums.clear(sums(), block);
        long buffer = buffer(worker);
        int n = blocks.image(block);
        int end = blocks.first(block) + blocks.size(block);
        for (int p = blocks.first(block); p < end; p += Columns.ROWS) {
            int count = Math.min(Columns.ROWS, end - p);
            for (int c = 0; c < channels; c += LANES) {
                gradient(n, p, c, count, buffer);
                NativeTensor g = gradients.get(0).dz();
                long total = sums.at(sums(), block, 0, c);
                Columns.storeAndSum(buffer, at(g, n, p, c), g.step(), count, lanes(c), total);
                for (int b = 0; b < branches.size(); b++) {
                    NativeTensor z = branches.get(b).z();
                    long to = sums.at(sums(), block, 1 + b, c);
                    Columns.dot(buffer, at(z, n, p, c), z.step(), count, lanes(c), to);
                }
            }
        }
    }

    private void apply(int block, int worker) {
        int n = blocks.image(block);
        int end = blocks.first(block) + blocks.size(block);
        for (int p = blocks.first(block); p < end; p += Columns.ROWS) {
            int count = Math.min(Columns.ROWS, end - p);
            for (int c = 0; c < channels; c += LANES) {
                for (int b = branches.size() - 1; b >= 0; b--) {
                    combine(b, n, p, c, count);
                }
            }
        }
    }

    /** Makes a branch's dz of g; the first branch comes last, because it writes where g lies. */
    private void combine(int b, int n, int p, int c, int count) {
        NativeTensor g = gradients.get(0).dz();
        NativeTensor z = branches.get(b).z();
        NativeTensor dz = gradients.get(b).dz();
        Columns.combine(
                at(g, n, p, c),
                g.step(),
                coefficient(b, SCALE, c),
                at(z, n, p, c),
                z.step(),
                coefficient(b, SLOPE, c),
                coefficient(b, CONSTANT, c),
                at(dz, n, p, c),
                dz.step(),
                count,
                lanes(c));
    }

    /** Puts g = dy · act'(u) of a column into the buffer. */
    private void gradient(int n, int p, int c, int count, long buffer) {
        for (int b = 0; b < branches.size(); b++) {
            NativeTensor z = branches.get(b).z();
            if (b == 0) {
                Columns.affine(
                        at(z, n, p, c),
                        z.step(),
                        coefficient(0, SCALE, c),
                        coefficient(0, SHIFT, c),
                        buffer,
                        count,
                        lanes(c));
            } else {
                Columns.addScaled(at(z, n, p, c), z.step(), coefficient(b, SCALE, c), buffer, count, lanes(c));
            }
        }
        Activations.gradients(activation, at(dy, n, p, c), dy.step(), buffer, buffer, count, lanes(c));
    }

    private int lanes(int channel) {
        return Math.min(LANES, channels - channel);
    }

    private static long at(NativeTensor tensor, int n, int p, int c) {
        return tensor.at(n, p) + (long) c * Float.BYTES;
    }
}
