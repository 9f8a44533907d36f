package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import java.util.List;

/** Two-dimensional cross-correlation y = x ∗ w (+ bias), or y += x ∗ w. */
final class Conv2dKernel extends PackedConvolutionKernel {
    private final ConvGeometry g;
    private final long weights;

    /**
     * Binds the operands.
     *
     * @param weights address of dense OHWI weights
     * @param bias address of one number an output channel, or 0
     * @param accumulate whether to add to y; not with a bias
     */
    Conv2dKernel(ConvGeometry g, NativeTensor x, long weights, long bias, NativeTensor y, boolean accumulate) {
        super(
                new DirectConvolution(
                        List.of(new ConvPhase(
                                g.kernel(),
                                g.kernel(),
                                -g.padding(),
                                -g.padding(),
                                0,
                                0,
                                g.outHeight(),
                                g.outWidth(),
                                0)),
                        x,
                        g.inHeight(),
                        g.inWidth(),
                        g.groups(),
                        g.stride(),
                        y,
                        g.outWidth(),
                        1,
                        bias,
                        accumulate),
                g.groups(),
                g.outChannels() / g.groups());
        this.g = g;
        this.weights = weights;
    }

    private int outputs() {
        return g.outChannels() / g.groups();
    }

    /** Transposes the weights of a panel from [outputs, taps · inputs] to [taps · inputs, outputs]. */
    @Override
    void pack(int group, int panel, long groupWeights) {
        int first = panel * 2 * LANES;
        int used = Math.min(outputs() - first, 2 * LANES);
        int lanes = used > LANES ? 2 * LANES : LANES;
        int terms = g.kernel() * g.kernel() * (g.inChannels() / g.groups());
        long to = groupWeights + (long) panel * terms * 2 * VECTOR;
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
