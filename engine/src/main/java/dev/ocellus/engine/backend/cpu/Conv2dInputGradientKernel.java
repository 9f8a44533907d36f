package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Gradient of a convolution for its images, dx = dy ∗ w transposed and turned, or dx += ….
 *
 * <p>The images' rows and columns fall into stride² phases by their remainders: within a phase the same taps meet the
 * same neighbours, so that each phase is a convolution of dy with some of the taps, and no multiplication meets a zero.
 */
final class Conv2dInputGradientKernel extends PackedConvolutionKernel {
    private final ConvGeometry g;
    private final long weights;

    /**
     * Binds the operands.
     *
     * @param weights address of dense OHWI weights
     * @param accumulate whether to add to dx
     */
    Conv2dInputGradientKernel(ConvGeometry g, NativeTensor dy, long weights, NativeTensor dx, boolean accumulate) {
        super(
                new DirectConvolution(
                        phases(g),
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
    }

    private static List<ConvPhase> phases(ConvGeometry g) {
        List<ConvPhase> phases = new ArrayList<>();
        long offset = 0;
        for (int row = 0; row < Math.min(g.stride(), g.inHeight()); row++) {
            for (int column = 0; column < Math.min(g.stride(), g.inWidth()); column++) {
                int tapRows = taps(g, row);
                int tapColumns = taps(g, column);
                phases.add(new ConvPhase(
                        tapColumns == 0 ? 0 : tapRows,
                        tapRows == 0 ? 0 : tapColumns,
                        (row + g.padding()) / g.stride() - tapRows + 1,
                        (column + g.padding()) / g.stride() - tapColumns + 1,
                        row,
                        column,
                        Math.ceilDiv(g.inHeight() - row, g.stride()),
                        Math.ceilDiv(g.inWidth() - column, g.stride()),
                        offset));
                offset += (long) tapRows
                        * tapColumns
                        * (g.outChannels() / g.groups())
                        * DirectConvolution.vectors(g.inChannels() / g.groups())
                        * VECTOR;
            }
        }
        return phases;
    }

    /** First tap that meets the rows or columns of a remainder; the others follow at distances of the stride. */
    private static int firstTap(ConvGeometry g, int remainder) {
        return (remainder + g.padding()) % g.stride();
    }

    private static int taps(ConvGeometry g, int remainder) {
        return Math.max(0, Math.ceilDiv(g.kernel() - firstTap(g, remainder), g.stride()));
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
            for (int r = phase.tapRows() - 1; r >= 0; r--) {
                for (int c = phase.tapColumns() - 1; c >= 0; c--) {
                    int row = firstTap(g, phase.outRow()) + r * g.stride();
                    int column = firstTap(g, phase.outColumn()) + c * g.stride();
                    to = packTap(group * outputs, outputs, row * g.kernel() + column, panel * 2 * LANES, to);
                }
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
