package dev.ocellus.engine.eval;

import java.util.List;

/**
 * The greedy matching of one class's detections with its ground truths, at up to 32 IoU thresholds at once, with the
 * rules of the COCO evaluator: in descending score each detection takes the free ground truth it overlaps most, the
 * later of equals, and takes an ignored one (a crowd, or an object outside the area range) only where no other
 * reaches the threshold; a crowd stays free. What was matched to an ignored object, or to nothing while lying outside
 * the area range, is ignored itself.
 *
 * <p>Detections stand cell after cell. Bit {@code t} of a mask belongs to threshold {@code t}.
 *
 * @param scores confidence of each detection
 * @param ranks its place within its own cell, from zero, for limits on the detections an image may have
 * @param truePositives thresholds at which it is right
 * @param falsePositives thresholds at which it is wrong
 * @param objects how many ground truths count
 */
record Matching(double[] scores, int[] ranks, int[] truePositives, int[] falsePositives, int objects) {

    /** No detection matches perfectly enough to be told from 1. */
    private static final double HIGHEST_THRESHOLD = 1 - 1e-10;

    /** Matches cell by cell; of each cell only the {@code limit} highest-scoring detections take part. */
    static Matching of(List<Cell> cells, List<double[]> overlaps, double[] thresholds, AreaRange range, int limit) {
        int total = 0;
        for (Cell cell : cells) {
            total += Math.min(limit, cell.detections().length);
        }
        double[] scores = new double[total];
        int[] ranks = new int[total];
        int[] right = new int[total];
        int[] wrong = new int[total];
        int objects = 0;
        int first = 0;
        for (int c = 0; c < cells.size(); c++) {
            Cell cell = cells.get(c);
            int count = Math.min(limit, cell.detections().length);
            for (int d = 0; d < count; d++) {
                scores[first + d] = cell.detections()[d].score();
                ranks[first + d] = d;
            }
            int[] order = countedFirst(cell.groundTruths(), range);
            objects += counted(cell.groundTruths(), range);
            for (int t = 0; t < thresholds.length; t++) {
                match(cell, overlaps.get(c), thresholds[t], range, order, 1 << t, first, count, right, wrong);
            }
            first += count;
        }
        return new Matching(scores, ranks, right, wrong, objects);
    }

    private static void match(
            Cell cell,
            double[] overlaps,
            double threshold,
            AreaRange range,
            int[] order,
            int bit,
            int first,
            int count,
            int[] right,
            int[] wrong) {
        GroundTruth[] truths = cell.groundTruths();
        boolean[] taken = new boolean[truths.length];
        for (int d = 0; d < count; d++) {
            double best = Math.min(threshold, HIGHEST_THRESHOLD);
            int match = -1;
            for (int g : order) {
                if (taken[g] && !truths[g].crowd()) {
                    continue;
                }
                if (match >= 0 && range.counts(truths[match]) && !range.counts(truths[g])) {
                    break;
                }
                double overlap = overlaps[d * truths.length + g];
                if (overlap >= best) {
                    best = overlap;
                    match = g;
                }
            }
            if (match >= 0) {
                taken[match] = true;
                right[first + d] |= range.counts(truths[match]) ? bit : 0;
            } else if (range.contains(cell.detections()[d].w() * cell.detections()[d].h())) {
                wrong[first + d] |= bit;
            }
        }
    }

    private static int[] countedFirst(GroundTruth[] truths, AreaRange range) {
        int[] order = new int[truths.length];
        int front = 0;
        int back = counted(truths, range);
        for (int g = 0; g < truths.length; g++) {
            order[range.counts(truths[g]) ? front++ : back++] = g;
        }
        return order;
    }

    private static int counted(GroundTruth[] truths, AreaRange range) {
        int counted = 0;
        for (GroundTruth truth : truths) {
            counted += range.counts(truth) ? 1 : 0;
        }
        return counted;
    }
}
