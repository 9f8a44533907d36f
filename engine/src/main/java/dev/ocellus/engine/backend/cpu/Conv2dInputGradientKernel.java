package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Gradient of a convolution for its images, dx = dy ∗ w transposed and turned, or dx += …; see {@link InputGradientPhases}. */
final class Conv2dInputGradientKernel extends PackedConvolutionKernel {
    private final ConvGeometry g;
    private final long weights;
    private final int[][] taps;

    /**
     * Binds the operands.
     *
     * @param weights address of dense OHWI weights
     * @param accumulate whether to add to dx
     */
    Conv2dInputGradientKernel(ConvGeometry g, NativeTensor dy, long weights, NativeTensor dx, boolean accumulate) {
        super(
                new DirectConvolution(
                        InputGradientPhases.of(g),
                        dy,
                        g.outHeight(),
                        g.outWidth(),
                        g.groups(),
                        1,
                        dx,
                        g.inWidth(),
                        g.stride(),
                        0,
                        accumulate),
                g.groups(),
                g.inChannels() / g.groups());
        this.g = g;
        this.weights = weights;
        taps = convolution.phases().stream()
                .map(phase -> InputGradientPhases.taps(g, phase))
                .toArray(int[][]::new);
    }

    private int inputs() {
        return g.inChannels() / g.groups();
    }

    /** Copies the weights of a panel of input channels, the taps of each phase turned by half a turn. */
    @Override
    void pack(int group, int panel, long groupWeights) {
        int outputs = g.outChannels() / g.groups();
        List<ConvPhase> phases = convolution.phases();
        for (int i = 0; i < phases.size(); i++) {
            ConvPhase phase = phases.get(i);
            int terms = phase.tapRows() * phase.tapColumns() * outputs;
            long to = groupWeights + phase.weights() + (long) panel * terms * 2 * VECTOR;
            for (int tap : taps[i]) {
                to = packTap(group * outputs, outputs, tap, panel * 2 * LANES, to);
            }
        }
    }

    private long packTap(int firstOutput, int outputs, int tap, int firstInput, long to) {
        int used = Math.min(inputs() - firstInput, 2 * LANES);
        long step = used > LANES ? 2L * VECTOR : VECTOR;
        int taps = g.kernel() * g.kernel();
        long from = weights + (((long) firstOutput * taps + tap) * inputs() + firstInput) * Float.BYTES;
        VectorMask<Float> first = FLOATS.indexInRange(0, used);
        VectorMask<Float> second = FLOATS.indexInRange(LANES, used);
        for (int o = 0; o < outputs; o++, to += step, from += (long) taps * inputs() * Float.BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER, first).intoMemorySegment(ALL, to, ORDER);
            if (used > LANES) {
                FloatVector.fromMemorySegment(FLOATS, ALL, from + VECTOR, ORDER, second)
                        .intoMemorySegment(ALL, to + VECTOR, ORDER);
            }
        }
        return to;
    }
}
