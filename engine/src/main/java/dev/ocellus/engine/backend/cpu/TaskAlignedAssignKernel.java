package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DetectionHead;
import dev.ocellus.engine.ops.TaskAlignedAssign;
import java.util.List;

/**
 * Assigns anchors to targets as {@link TaskAlignedAssign} defines it, image by image. For each target only the anchors
 * inside its box are looked at, level by level; the whole grid is searched only if none of them will do.
 */
final class TaskAlignedAssignKernel implements Kernel {
    /** What one image needs while it is treated; made once. */
    private static final class Work {
        final CompleteIou iou = new CompleteIou();
        final int[] owner;
        final double[] overlap;
        final double[] alignment;
        final int[] bestAnchor = new int[TaskAlignedAssign.TOP];
        final double[] bestAlignment = new double[TaskAlignedAssign.TOP];
        final double[] bestOverlap = new double[TaskAlignedAssign.TOP];
        final double[] mostAlignment;
        final double[] mostOverlap;
        int chosen;
        double lastOverlap;

        Work(int anchors, int targets) {
            owner = new int[anchors];
            overlap = new double[anchors];
            alignment = new double[anchors];
            mostAlignment = new double[targets];
            mostOverlap = new double[targets];
        }
    }

    private final DetectionHead head;
    private final List<AnchorGrid.Level> levels;
    private final NativeTensor raw;
    private final NativeTensor targets;
    private final long distances;
    private final long assigned;
    private final long weights;
    private final long sums;
    private final int anchors;
    private final Work[] works;
    private final WorkerPool.Task image = this::image;

    /** Binds the operands; the results, given by their addresses, are dense. */
    TaskAlignedAssignKernel(
            DetectionHead head,
            NativeTensor raw,
            NativeTensor targets,
            long distances,
            long assigned,
            long weights,
            long sums) {
        this.head = head;
        this.levels = head.grid().levels();
        this.raw = raw;
        this.targets = targets;
        this.distances = distances;
        this.assigned = assigned;
        this.weights = weights;
        this.sums = sums;
        anchors = head.grid().anchors();
        works = new Work[raw.images()];
        for (int n = 0; n < works.length; n++) {
            works[n] = new Work(anchors, targets.pixels());
        }
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(raw.images(), image);
    }

    private void image(int n, int worker) {
        Work work = works[n];
        java.util.Arrays.fill(work.owner, -1);
        for (int a = 0; a < anchors; a++) {
            Distributions.expect(raw.at(n, a), distance(n, a));
        }
        for (int t = 0; t < targets.pixels(); t++) {
            if (Memory.getFloat(targets.at(n, t)) >= 0) {
                choose(work, n, t);
            }
        }
        weigh(work, n);
    }

    private long distance(int n, int anchor) {
        return distances + 16L * ((long) n * anchors + anchor);
    }

    private void choose(Work work, int n, int t) {
        long target = targets.at(n, t);
        float x1 = Memory.getFloat(target + 4);
        float y1 = Memory.getFloat(target + 8);
        float x2 = Memory.getFloat(target + 12);
        float y2 = Memory.getFloat(target + 16);
        work.iou.targetSize((double) x2 - x1, (double) y2 - y1);
        work.chosen = 0;
        for (AnchorGrid.Level level : levels) {
            int stride = level.stride();
            double reach = DetectionHead.MAX_DISTANCE * stride;
            int row = Math.max(0, (int) Math.ceil(Math.max(y1, y2 - reach) / stride - 0.5));
            int lastRow = Math.min(level.rows() - 1, (int) Math.floor(Math.min(y2, y1 + reach) / stride - 0.5));
            int column = Math.max(0, (int) Math.ceil(Math.max(x1, x2 - reach) / stride - 0.5));
            int lastColumn = Math.min(level.columns() - 1, (int) Math.floor(Math.min(x2, x1 + reach) / stride - 0.5));
            for (int y = row; y <= lastRow; y++) {
                for (int x = column; x <= lastColumn; x++) {
                    consider(work, n, target, level, y, x, TaskAlignedAssign.TOP);
                }
            }
        }
        if (work.chosen == 0) {
            for (AnchorGrid.Level level : levels) {
                for (int y = 0; y < level.rows(); y++) {
                    for (int x = 0; x < level.columns(); x++) {
                        consider(work, n, target, level, y, x, 1);
                    }
                }
            }
        }
        for (int i = 0; i < work.chosen; i++) {
            int anchor = work.bestAnchor[i];
            if (work.owner[anchor] < 0 || work.bestOverlap[i] > work.overlap[anchor]) {
                work.owner[anchor] = t;
                work.overlap[anchor] = work.bestOverlap[i];
                work.alignment[anchor] = work.bestAlignment[i];
            }
        }
    }

    /** Keeps the anchor if it is among the {@code most} best of the target; of equals the earlier stays. */
    private void consider(Work work, int n, long target, AnchorGrid.Level level, int row, int column, int most) {
        int anchor = level.first() + row * level.columns() + column;
        double alignment = align(work, n, target, level, row, column, anchor);
        if (!(alignment > 0)) {
            return;
        }
        int place = work.chosen;
        while (place > 0 && work.bestAlignment[place - 1] < alignment) {
            place--;
        }
        if (place >= most) {
            return;
        }
        work.chosen = Math.min(most, work.chosen + 1);
        for (int i = work.chosen - 1; i > place; i--) {
            work.bestAnchor[i] = work.bestAnchor[i - 1];
            work.bestAlignment[i] = work.bestAlignment[i - 1];
            work.bestOverlap[i] = work.bestOverlap[i - 1];
        }
        work.bestAnchor[place] = anchor;
        work.bestAlignment[place] = alignment;
        work.bestOverlap[place] = work.lastOverlap;
    }

    private double align(Work work, int n, long target, AnchorGrid.Level level, int row, int column, int anchor) {
        int stride = level.stride();
        double px = (column + 0.5) * stride;
        double py = (row + 0.5) * stride;
        work.iou.targetCorners(
                Memory.getFloat(target + 4) - px,
                Memory.getFloat(target + 8) - py,
                Memory.getFloat(target + 12) - px,
                Memory.getFloat(target + 16) - py);
        long d = distance(n, anchor);
        double left = Memory.getFloat(d) * stride;
        double top = Memory.getFloat(d + 4) * stride;
        double right = Memory.getFloat(d + 8) * stride;
        double bottom = Memory.getFloat(d + 12) * stride;
        double plain = work.iou.iou(left, top, right, bottom);
        if (plain <= 0) {
            return 0;
        }
        double complete = Math.clamp(work.iou.complete(plain, left, top, right, bottom), 0, 1);
        int cls = Math.min((int) Memory.getFloat(target), head.classes() - 1);
        double logit = Memory.getFloat(raw.at(n, anchor) + 4L * (DetectionHead.BOX_CHANNELS + cls));
        work.lastOverlap = complete;
        double square = complete * complete;
        return square * square * square * Math.sqrt(1 / (1 + Math.exp(-logit)));
    }

    private void weigh(Work work, int n) {
        java.util.Arrays.fill(work.mostAlignment, 0);
        java.util.Arrays.fill(work.mostOverlap, 0);
        for (int a = 0; a < anchors; a++) {
            int t = work.owner[a];
            if (t >= 0) {
                work.mostAlignment[t] = Math.max(work.mostAlignment[t], work.alignment[a]);
                work.mostOverlap[t] = Math.max(work.mostOverlap[t], work.overlap[a]);
            }
        }
        double sum = 0;
        int positives = 0;
        for (int a = 0; a < anchors; a++) {
            int t = work.owner[a];
            double weight = 0;
            if (t >= 0) {
                weight = work.alignment[a]
                        / (work.mostAlignment[t] + TaskAlignedAssign.NORMALISER_EPSILON)
                        * work.mostOverlap[t];
                positives++;
                sum += weight;
            }
            long at = 4L * ((long) n * anchors + a);
            Memory.setInt(assigned + at, t);
            Memory.setFloat(weights + at, (float) weight);
        }
        Memory.setFloat(sums + 8L * n, (float) sum);
        Memory.setFloat(sums + 8L * n + 4, positives);
    }
}
