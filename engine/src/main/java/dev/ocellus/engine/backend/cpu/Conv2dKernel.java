package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import java.util.List;

/** Two-dimensional cross-correlation y = x ∗ w (+ bias), or y += x ∗ w. */
final class Conv2dKernel implements Kernel {
    private final ConvGeometry g;
    private final long weights;
    private final DirectConvolution convolution;
    private final WorkerPool.Task pack = this::pack;
    private final WorkerPool.Task part = this::part;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param weights address of dense OHWI weights
     * @param bias address of one number an output channel, or 0
     * @param accumulate whether to add to y; not with a bias
     */
    Conv2dKernel(ConvGeometry g, NativeTensor x, long weights, long bias, NativeTensor y, boolean accumulate) {
        this.g = g;
        this.weights = weights;
        ConvPhase whole =
                new ConvPhase(g.kernel(), g.kernel(), -g.padding(), -g.padding(), 0, 0, g.outHeight(), g.outWidth(), 0);
        convolution = new DirectConvolution(
                List.of(whole),
                x,
                g.inHeight(),
                g.inWidth(),
                g.groups(),
                g.stride(),
                y,
                g.outWidth(),
                1,
                bias,
                accumulate);
    }

    @Override
    public long scratchBytes(int threads) {
        return Memory.align(convolution.weightBytes()) + threads * convolution.workerBytes();
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(g.groups() * panels(), pack);
        pool.run(convolution.tasks(), part);
    }

    private void part(int task, int worker) {
        long packed = Memory.align(convolution.weightBytes());
        convolution.run(task, scratch, scratch + packed + worker * convolution.workerBytes());
    }

    private int outputs() {
        return g.outChannels() / g.groups();
    }

    private int panels() {
        return Math.ceilDiv(DirectConvolution.vectors(outputs()), 2);
    }

    /** Transposes the weights of a panel from [outputs, taps · inputs] to [taps · inputs, outputs]. */
    private void pack(int task, int worker) {
        int group = task / panels();
        int panel = task % panels();
        int first = panel * 2 * LANES;
        int used = Math.min(outputs() - first, 2 * LANES);
        int lanes = used > LANES ? 2 * LANES : LANES;
        int terms = g.kernel() * g.kernel() * (g.inChannels() / g.groups());
        long groupBytes = convolution.weightBytes() / g.groups();
        long to = scratch + group * groupBytes + (long) panel * terms * 2 * VECTOR;
        long from = weights + ((long) group * outputs() + first) * terms * Float.BYTES;
        long step = (long) lanes * Float.BYTES;
        for (int o = 0; o < lanes; o++) {
            long target = to + (long) o * Float.BYTES;
            for (int k = 0; k < terms; k++, target += step) {
                float weight = o < used ? Memory.getFloat(from + (long) k * Float.BYTES) : 0;
                Memory.setFloat(target, weight);
            }
            from += (long) terms * Float.BYTES;
        }
    }
}
