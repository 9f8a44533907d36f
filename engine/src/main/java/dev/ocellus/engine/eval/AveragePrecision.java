package dev.ocellus.engine.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Precision and recall of one class in one area range with one limit on detections, at each IoU threshold.
 *
 * @param objects ground truths that count; with none, nothing below means anything
 * @param precision average over the recall points, for each threshold
 * @param recall highest recall reached, for each threshold
 * @param curve the recall points at the first threshold
 */
record AveragePrecision(int objects, double[] precision, double[] recall, List<CurvePoint> curve) {

    private static final int RECALL_POINTS = 101;

    /** Ranks the detections of a matching among the first {@code limit} of their cell and integrates. */
    static AveragePrecision of(Matching matching, int thresholds, int limit) {
        int[] kept = kept(matching, limit);
        double[] precision = new double[thresholds];
        double[] recall = new double[thresholds];
        List<CurvePoint> curve = new ArrayList<>();
        if (matching.objects() > 0) {
            for (int t = 0; t < thresholds; t++) {
                Ranked ranked = Ranked.of(matching, kept, 1 << t);
                recall[t] = ranked.highestRecall();
                List<CurvePoint> points = ranked.interpolate();
                precision[t] = points.stream()
                        .mapToDouble(CurvePoint::precision)
                        .average()
                        .orElse(0);
                if (t == 0) {
                    curve = points;
                }
            }
        }
        return new AveragePrecision(matching.objects(), precision, recall, curve);
    }

    /** Mean precision over all thresholds, or not measurable. */
    double ap() {
        return measurable(Arrays.stream(precision).average().orElse(0));
    }

    /** Mean precision at one threshold, or not measurable. */
    double precision(int threshold) {
        return measurable(precision[threshold]);
    }

    /** Mean recall over all thresholds, or not measurable. */
    double ar() {
        return measurable(Arrays.stream(recall).average().orElse(0));
    }

    private double measurable(double value) {
        return objects == 0 ? CocoEvaluator.NOT_MEASURABLE : value;
    }

    private static int[] kept(Matching matching, int limit) {
        int[] order = Ranking.descending(matching.scores());
        return Arrays.stream(order).filter(d -> matching.ranks()[d] < limit).toArray();
    }

    /** Running precision and recall down the ranking of those detections that are judged at one threshold. */
    private record Ranked(int count, double[] precision, double[] recall, double[] score) {

        static Ranked of(Matching matching, int[] order, int bit) {
            double[] precision = new double[order.length];
            double[] recall = new double[order.length];
            double[] score = new double[order.length];
            long right = 0;
            long wrong = 0;
            for (int i = 0; i < order.length; i++) {
                int d = order[i];
                right += (matching.truePositives()[d] & bit) != 0 ? 1 : 0;
                wrong += (matching.falsePositives()[d] & bit) != 0 ? 1 : 0;
                // The unit in the last place keeps 0/0 at 0, as in the benchmark.
                precision[i] = right / (wrong + right + Math.ulp(1.0));
                recall[i] = (double) right / matching.objects();
                score[i] = matching.scores()[d];
            }
            for (int i = order.length - 1; i > 0; i--) {
                precision[i - 1] = Math.max(precision[i - 1], precision[i]);
            }
            return new Ranked(order.length, precision, recall, score);
        }

        double highestRecall() {
            return count == 0 ? 0 : recall[count - 1];
        }

        List<CurvePoint> interpolate() {
            List<CurvePoint> points = new ArrayList<>(RECALL_POINTS);
            int at = 0;
            for (int r = 0; r < RECALL_POINTS; r++) {
                double wanted = CocoEvaluator.evenlySpaced(0, 1, RECALL_POINTS, r);
                while (at < count && recall[at] < wanted) {
                    at++;
                }
                points.add(
                        at < count ? new CurvePoint(wanted, precision[at], score[at]) : new CurvePoint(wanted, 0, 0));
            }
            return points;
        }
    }
}
