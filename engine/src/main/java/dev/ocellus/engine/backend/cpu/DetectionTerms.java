package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DetectionHead;
import dev.ocellus.engine.ops.DetectionLoss;
import java.util.List;

/** The operands that a detection loss and its gradient have in common, and the geometry of a positive anchor. */
final class DetectionTerms {
    final DetectionLoss loss;
    final NativeTensor raw;
    final int anchors;
    final int classes;
    private final List<AnchorGrid.Level> levels;
    private final NativeTensor targets;
    private final long distances;
    private final long assigned;
    private final long weights;
    private final long sums;

    /** @param distances first of the assignment's results, given by their addresses like the others */
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
    }

    /** Row of the target that the anchor is assigned to, or −1. */
    int target(int n, int anchor) {
        return Memory.getInt(assigned + 4L * ((long) n * anchors + anchor));
    }

    double weight(int n, int anchor) {
        return Memory.getFloat(weights + 4L * ((long) n * anchors + anchor));
    }

    /** Class of a target; those beyond the last count as the last. */
    int cls(int n, int target) {
        return Math.min((int) Memory.getFloat(targets.at(n, target)), classes - 1);
    }

    /** Sum of all weights of the batch, at least 1. */
    double normaliser() {
        double sum = 0;
        for (int n = 0; n < raw.images(); n++) {
            sum += Memory.getFloat(sums + 8L * n);
        }
        return Math.max(1, sum);
    }

    /** Mean number of positive anchors of an image. */
    double positives() {
        double sum = 0;
        for (int n = 0; n < raw.images(); n++) {
            sum += Memory.getFloat(sums + 8L * n + 4);
        }
        return sum / raw.images();
    }

    /** Expected distance of an anchor to a side, in strides. */
    double distance(int n, int anchor, int side) {
        return Memory.getFloat(distances + 4L * (4 * ((long) n * anchors + anchor) + side));
    }

    /** Sets the target of a positive anchor, in strides relative to the anchor's point; gives its four distances. */
    void place(int n, int anchor, int target, CompleteIou iou, double[] wanted) {
        AnchorGrid.Level level = levels.get(0);
        for (int i = 1; i < levels.size() && anchor >= levels.get(i).first(); i++) {
            level = levels.get(i);
        }
        int stride = level.stride();
        int index = anchor - level.first();
        double px = index % level.columns() + 0.5;
        double py = index / level.columns() + 0.5;
        long at = targets.at(n, target);
        double x1 = Memory.getFloat(at + 4) / (double) stride;
        double y1 = Memory.getFloat(at + 8) / (double) stride;
        double x2 = Memory.getFloat(at + 12) / (double) stride;
        double y2 = Memory.getFloat(at + 16) / (double) stride;
        iou.targetSize(x2 - x1, y2 - y1);
        iou.targetCorners(x1 - px, y1 - py, x2 - px, y2 - py);
        wanted[0] = Math.clamp(px - x1, 0, DetectionHead.MAX_DISTANCE);
        wanted[1] = Math.clamp(py - y1, 0, DetectionHead.MAX_DISTANCE);
        wanted[2] = Math.clamp(x2 - px, 0, DetectionHead.MAX_DISTANCE);
        wanted[3] = Math.clamp(y2 - py, 0, DetectionHead.MAX_DISTANCE);
    }
}
