package dev.ocellus.engine.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts of right and wrong detections as a function of the confidence threshold, at one IoU threshold.
 *
 * <p>Matching is greedy from the highest score down, so what is kept above a threshold is matched as if nothing below it
 * existed, and one matching serves all thresholds. Counts are pooled over the classes given (micro average). Immutable.
 */
public final class ConfidenceSweep {

    private final double[] scores;
    private final long[] right;
    private final long[] wrong;
    private final long objects;

    /** Pools matchings made with a single IoU threshold. */
    ConfidenceSweep(List<Matching> matchings) {
        double[] all = matchings.stream()
                .flatMapToDouble(m -> Arrays.stream(m.scores()))
                .toArray();
        boolean[] isRight = new boolean[all.length];
        boolean[] isWrong = new boolean[all.length];
        int at = 0;
        long counted = 0;
        for (Matching matching : matchings) {
            counted += matching.objects();
            for (int d = 0; d < matching.scores().length; d++, at++) {
                isRight[at] = matching.truePositives()[d] != 0;
                isWrong[at] = matching.falsePositives()[d] != 0;
            }
        }
        objects = counted;
        int[] order = Ranking.descending(all);
        scores = new double[all.length];
        right = new long[all.length + 1];
        wrong = new long[all.length + 1];
        for (int i = 0; i < all.length; i++) {
            scores[i] = all[order[i]];
            right[i + 1] = right[i] + (isRight[order[i]] ? 1 : 0);
            wrong[i + 1] = wrong[i] + (isWrong[order[i]] ? 1 : 0);
        }
    }

    /** Counts when detections with a score of at least {@code confidence} are kept. */
    public OperatingPoint at(double confidence) {
        int low = 0;
        int high = scores.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (scores[middle] >= confidence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return point(confidence, low);
    }

    /**
     * The threshold, out of the scores that occur, with the highest F1; the highest such threshold where several reach
     * it. Without a single right detection it is a threshold of 0.
     */
    public OperatingPoint best() {
        OperatingPoint best = point(0, scores.length);
        double highest = 0;
        for (int kept = 1; kept <= scores.length; kept++) {
            boolean scoreEnds = kept == scores.length || scores[kept] < scores[kept - 1];
            if (scoreEnds) {
                OperatingPoint point = point(scores[kept - 1], kept);
                if (point.f1() > highest) {
                    highest = point.f1();
                    best = point;
                }
            }
        }
        return best;
    }

    /** Counts at {@code points} thresholds, evenly spaced from 0 to 1, for precision, recall and F1 against confidence. */
    public List<OperatingPoint> curve(int points) {
        List<OperatingPoint> curve = new ArrayList<>(points);
        for (int i = 0; i < points; i++) {
            curve.add(at(CocoEvaluator.evenlySpaced(0, 1, points, i)));
        }
        return curve;
    }

    private OperatingPoint point(double confidence, int kept) {
        return new OperatingPoint(confidence, right[kept], wrong[kept], objects - right[kept]);
    }
}
