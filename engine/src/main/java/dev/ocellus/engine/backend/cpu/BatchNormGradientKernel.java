package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import dev.ocellus.engine.ops.Activation;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Gradient of {@link BatchNormKernel}, as {@link dev.ocellus.engine.ops.BatchNormGradient} defines it.
 *
 * <p>With u the argument of the activation, g = dy · act'(u), m the number of pixels and x̂ the normalised z: dbeta = Σ g,
 * dgamma = Σ g·x̂ and, in training, dz = gamma · invstd · (g − dbeta/m − x̂ · dgamma/m), else dz = gamma · invstd · g. The
 * first pass sums, the second computes u and g again, which costs less than to keep them.
 */
final class BatchNormGradientKernel implements Kernel {
    /** Numbers kept for each channel: u = z · scale + shift, dz = scale · g + z · slope + constant. */
    private static final int COEFFICIENTS = 4;

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
        return branches.size() * coefficientBytes() + sums.bytes();
    }

    private long coefficientBytes() {
        return Memory.align((long) COEFFICIENTS * channels * Float.BYTES);
    }

    private long coefficient(int branch, int kind, int channel) {
        return scratch + branch * coefficientBytes() + (long) Float.BYTES * (kind * channels + channel);
    }

    private long sums() {
        return scratch + branches.size() * coefficientBytes();
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        for (int b = 0; b < branches.size(); b++) {
            normalisation(b);
        }
        pool.run(blocks.count(), measure);
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
            Memory.setFloat(coefficient(b, 0, c), (float) scale);
            float beta = Memory.getFloat(branch.beta() + (long) c * Float.BYTES);
            Memory.setFloat(coefficient(b, 1, c), (float) (beta - mean(b, c) * scale));
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
            Memory.setFloat(coefficient(b, 2, c), (float) slope);
            Memory.setFloat(coefficient(b, 3, c), (float) (training ? -a * sum / count - slope * mean : 0));
        }
    }

    private void measure(int block, int worker) {
        for (int c = 0; c < channels; c += LANES) {
            if (branches.size() == 1) {
                measureOne(block, c);
            } else {
                measureTwo(block, c);
            }
        }
    }

    private long at(NativeTensor tensor, int block, int channel) {
        return tensor.at(blocks.image(block), blocks.first(block)) + (long) channel * Float.BYTES;
    }

    private static long step(NativeTensor tensor) {
        return (long) tensor.pixelStride() * Float.BYTES;
    }

    private void measureOne(int block, int c) {
        VectorMask<Float> mask = Memory.mask(c, channels);
        FloatVector scale = Memory.load(coefficient(0, 0, c), mask);
        FloatVector shift = Memory.load(coefficient(0, 1, c), mask);
        NativeTensor z = branches.get(0).z();
        long zAt = at(z, block, c);
        long dyAt = at(dy, block, c);
        DoubleVector low = ChannelSums.zero();
        DoubleVector high = low;
        DoubleVector zLow = low;
        DoubleVector zHigh = low;
        for (int i = 0; i < blocks.size(block); i++) {
            FloatVector v = Memory.load(zAt, mask);
            FloatVector g =
                    Activations.derivative(activation, v.fma(scale, shift)).mul(Memory.load(dyAt, mask));
            DoubleVector gLow = ChannelSums.low(g);
            DoubleVector gHigh = ChannelSums.high(g);
            low = low.add(gLow);
            high = high.add(gHigh);
            zLow = gLow.fma(ChannelSums.low(v), zLow);
            zHigh = gHigh.fma(ChannelSums.high(v), zHigh);
            zAt += step(z);
            dyAt += step(dy);
        }
        ChannelSums.store(low, high, sums.row(sums(), block, 0), c, channels);
        ChannelSums.store(zLow, zHigh, sums.row(sums(), block, 1), c, channels);
    }

    private void measureTwo(int block, int c) {
        VectorMask<Float> mask = Memory.mask(c, channels);
        FloatVector scale = Memory.load(coefficient(0, 0, c), mask);
        FloatVector scale2 = Memory.load(coefficient(1, 0, c), mask);
        FloatVector shift = Memory.load(coefficient(0, 1, c), mask).add(Memory.load(coefficient(1, 1, c), mask));
        NativeTensor z = branches.get(0).z();
        NativeTensor z2 = branches.get(1).z();
        long zAt = at(z, block, c);
        long z2At = at(z2, block, c);
        long dyAt = at(dy, block, c);
        DoubleVector low = ChannelSums.zero();
        DoubleVector high = low;
        DoubleVector zLow = low;
        DoubleVector zHigh = low;
        DoubleVector z2Low = low;
        DoubleVector z2High = low;
        for (int i = 0; i < blocks.size(block); i++) {
            FloatVector v = Memory.load(zAt, mask);
            FloatVector v2 = Memory.load(z2At, mask);
            FloatVector u = v.fma(scale, v2.fma(scale2, shift));
            FloatVector g = Activations.derivative(activation, u).mul(Memory.load(dyAt, mask));
            DoubleVector gLow = ChannelSums.low(g);
            DoubleVector gHigh = ChannelSums.high(g);
            low = low.add(gLow);
            high = high.add(gHigh);
            zLow = gLow.fma(ChannelSums.low(v), zLow);
            zHigh = gHigh.fma(ChannelSums.high(v), zHigh);
            z2Low = gLow.fma(ChannelSums.low(v2), z2Low);
            z2High = gHigh.fma(ChannelSums.high(v2), z2High);
            zAt += step(z);
            z2At += step(z2);
            dyAt += step(dy);
        }
        ChannelSums.store(low, high, sums.row(sums(), block, 0), c, channels);
        ChannelSums.store(zLow, zHigh, sums.row(sums(), block, 1), c, channels);
        ChannelSums.store(z2Low, z2High, sums.row(sums(), block, 2), c, channels);
    }

    private void apply(int block, int worker) {
        for (int c = 0; c < channels; c += LANES) {
            if (branches.size() == 1) {
                applyOne(block, c);
            } else {
                applyTwo(block, c);
            }
        }
    }

    private void applyOne(int block, int c) {
        VectorMask<Float> mask = Memory.mask(c, channels);
        FloatVector scale = Memory.load(coefficient(0, 0, c), mask);
        FloatVector shift = Memory.load(coefficient(0, 1, c), mask);
        FloatVector slope = Memory.load(coefficient(0, 2, c), mask);
        FloatVector constant = Memory.load(coefficient(0, 3, c), mask);
        NativeTensor z = branches.get(0).z();
        NativeTensor dz = gradients.get(0).dz();
        long zAt = at(z, block, c);
        long dyAt = at(dy, block, c);
        long dzAt = at(dz, block, c);
        for (int i = 0; i < blocks.size(block); i++) {
            FloatVector v = Memory.load(zAt, mask);
            FloatVector g =
                    Activations.derivative(activation, v.fma(scale, shift)).mul(Memory.load(dyAt, mask));
            Memory.store(g.fma(scale, v.fma(slope, constant)), dzAt, mask);
            zAt += step(z);
            dyAt += step(dy);
            dzAt += step(dz);
        }
    }

    private void applyTwo(int block, int c) {
        VectorMask<Float> mask = Memory.mask(c, channels);
        FloatVector scale = Memory.load(coefficient(0, 0, c), mask);
        FloatVector scale2 = Memory.load(coefficient(1, 0, c), mask);
        FloatVector shift = Memory.load(coefficient(0, 1, c), mask).add(Memory.load(coefficient(1, 1, c), mask));
        FloatVector slope = Memory.load(coefficient(0, 2, c), mask);
        FloatVector slope2 = Memory.load(coefficient(1, 2, c), mask);
        FloatVector constant = Memory.load(coefficient(0, 3, c), mask);
        FloatVector constant2 = Memory.load(coefficient(1, 3, c), mask);
        NativeTensor z = branches.get(0).z();
        NativeTensor z2 = branches.get(1).z();
        NativeTensor dz = gradients.get(0).dz();
        NativeTensor dz2 = gradients.get(1).dz();
        long zAt = at(z, block, c);
        long z2At = at(z2, block, c);
        long dyAt = at(dy, block, c);
        long dzAt = at(dz, block, c);
        long dz2At = at(dz2, block, c);
        for (int i = 0; i < blocks.size(block); i++) {
            FloatVector v = Memory.load(zAt, mask);
            FloatVector v2 = Memory.load(z2At, mask);
            FloatVector u = v.fma(scale, v2.fma(scale2, shift));
            FloatVector g = Activations.derivative(activation, u).mul(Memory.load(dyAt, mask));
            Memory.store(g.fma(scale, v.fma(slope, constant)), dzAt, mask);
            Memory.store(g.fma(scale2, v2.fma(slope2, constant2)), dz2At, mask);
            zAt += step(z);
            z2At += step(z2);
            dyAt += step(dy);
            dzAt += step(dz);
            dz2At += step(dz2);
        }
    }
}
