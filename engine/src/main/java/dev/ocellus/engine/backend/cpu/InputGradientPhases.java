package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import java.util.ArrayList;
import java.util.List;

/**
 * How the gradient of a convolution for its images becomes convolutions of dy: the images' rows and columns fall into stride²
 * phases by their remainders. Within a phase the same taps meet the same neighbours, so that each phase is a convolution of dy
 * with some of the taps, turned by half a turn, and no multiplication meets a zero.
 */
final class InputGradientPhases {
    private InputGradientPhases() {}

    /** The phases; their weights are packed one phase after the other, a vector of input channels an output channel and tap. */
    static List<ConvPhase> of(ConvGeometry g) {
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

    /** Numbers of the taps that a phase sums, row-major in the kernel, in the order that its window meets them. */
    static int[] taps(ConvGeometry g, ConvPhase phase) {
        int[] taps = new int[phase.tapRows() * phase.tapColumns()];
        int i = 0;
        for (int r = phase.tapRows() - 1; r >= 0; r--) {
            for (int c = phase.tapColumns() - 1; c >= 0; c--) {
                int row = firstTap(g, phase.outRow()) + r * g.stride();
                int column = firstTap(g, phase.outColumn()) + c * g.stride();
                taps[i++] = row * g.kernel() + column;
            }
        }
        return taps;
    }

    /** First tap that meets the rows or columns of a remainder; the others follow at distances of the stride. */
    private static int firstTap(ConvGeometry g, int remainder) {
        return (remainder + g.padding()) % g.stride();
    }

    private static int taps(ConvGeometry g, int remainder) {
        return Math.max(0, Math.ceilDiv(g.kernel() - firstTap(g, remainder), g.stride()));
    }
}
