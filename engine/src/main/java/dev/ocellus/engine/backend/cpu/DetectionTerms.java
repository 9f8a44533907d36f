package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DetectionLoss;
import java.util.List;

/** The operands that a detection loss and its gradient have in common. */
final class DetectionTerms {
    final DetectionLoss loss;
    final NativeTensor raw;
    final int classes;
    /** How both cut their work. */
    final RowBlocks blocks;

    private final int anchors;
    private final List<AnchorGrid.Level> levels;
    private final NativeTensor targets;
    private final long distances;
    private final long assigned;
    private final long weights;
    private final long sums;

    /**
     * Binds the operands.
     *
     * @param distances first of the assignment's results, given by their addresses like the others
     */
    DetectionTerms(
            DetectionLoss loss,
            NativeTensor raw,
            NativeTensor targets,
            long distances,
            long assigned,
            long weights,
            long sums) {
        this.loss = loss;
        this.raw = raw;
        this.targets = targets;
        this.distances = distances;
        this.assigned = assigned;
        this.weights = weights;
        this.sums = sums;
        levels = loss.head().grid().levels();
        anchors = loss.head().grid().anchors();
        classes = loss.head().classes();
        blocks = RowBlocks.of(raw.images(), anchors, raw.channels());
    }

    /** Row of the target that the anchor is assigned to, or −1. */
    int target(int n, int anchor) {
        return Memory.getInt(assigned + Integer.BYTES * index(n, anchor));
    }

    /** What the class score of a positive anchor shall be, and its share in the other terms. */
    double weight(int n, int anchor) {
        return Memory.getFloat(weights + Float.BYTES * index(n, anchor));
    }

    /** Class of a target; those beyond the last count as the last. */
    int cls(int n, int target) {
        return Math.min((int) Memory.getFloat(targets.at(n, target)), classes - 1);
    }

    /** Sum of all weights of the batch, at least 1. */
    double normaliser() {
        return Math.max(1, sum(0));
    }

    /** Mean number of positive anchors of an image. */
    double positives() {
        return sum(1) / raw.images();
    }

    private double sum(int field) {
        double sum = 0;
        for (int n = 0; n < raw.images(); n++) {
            sum += Memory.getFloat(sums + Float.BYTES * (2L * n + field));
        }
        return sum;
    }

    private long index(int n, int anchor) {
        return (long) n * anchors + anchor;
    }

    /** Hands a positive anchor and its target over. */
    void place(int n, int anchor, int target, PositiveAnchor positive) {
        AnchorGrid.Level level = levels.get(0);
        for (int i = 1; i < levels.size() && anchor >= levels.get(i).first(); i++) {
            level = levels.get(i);
        }
        double stride = level.stride();
        int cell = anchor - level.first();
        int line = cell / level.columns();
        long at = targets.at(n, target);
        positive.set(
                cell % level.columns() + 0.5,
                line + 0.5,
                Memory.getFloat(at + Float.BYTES) / stride,
                Memory.getFloat(at + 2L * Float.BYTES) / stride,
                Memory.getFloat(at + 3L * Float.BYTES) / stride,
                Memory.getFloat(at + 4L * Float.BYTES) / stride,
                distances + 4 * Float.BYTES * index(n, anchor));
    }
}
