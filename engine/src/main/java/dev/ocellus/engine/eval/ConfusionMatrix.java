package dev.ocellus.engine.eval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * How often an object of one class was found as another. Row and column {@code classes} are the background: its row
 * holds objects that were missed, its column detections of nothing. Immutable.
 *
 * <p>Classes are not looked at when matching: in each image the pairs of detection and object that overlap enough are
 * taken in descending IoU, each side once (equal pairs by score, then order). Detections left over that lie inside a
 * crowd region are not counted, nor are crowds.
 */
public final class ConfusionMatrix {

    private final long[][] counts;

    private ConfusionMatrix(long[][] counts) {
        this.counts = counts;
    }

    /**
     * Counts a data set.
     *
     * @param classes number of classes
     * @param confidence lowest score of a detection that is counted
     * @param iou lowest overlap of a pair
     */
    public static ConfusionMatrix of(
            int classes,
            Collection<GroundTruth> groundTruths,
            Collection<Detection> detections,
            double confidence,
            double iou) {
        long[][] counts = new long[classes + 1][classes + 1];
        List<Detection> kept =
                detections.stream().filter(d -> d.score() >= confidence).toList();
        for (Cell image : Cell.byImage(kept, groundTruths)) {
            count(image, iou, counts);
        }
        return new ConfusionMatrix(counts);
    }

    /** Number of classes, without the background. */
    public int classes() {
        return counts.length - 1;
    }

    /** How many objects of class {@code actual} were found as {@code predicted}; {@link #classes} means background. */
    public long count(int predicted, int actual) {
        return counts[predicted][actual];
    }

    private record Pair(int detection, int truth, double overlap) {}

    private static void count(Cell image, double iou, long[][] counts) {
        int background = counts.length - 1;
        Detection[] detections = image.detections();
        GroundTruth[] truths = image.groundTruths();
        double[] overlaps = image.overlaps();
        boolean[] explained = new boolean[detections.length];
        boolean[] found = new boolean[truths.length];
        for (Pair pair : pairs(truths, overlaps, iou)) {
            boolean crowd = truths[pair.truth].crowd();
            if (!explained[pair.detection] && (crowd || !found[pair.truth])) {
                explained[pair.detection] = true;
                found[pair.truth] = true;
                counts[detections[pair.detection].cls()][truths[pair.truth].cls()] += crowd ? 0 : 1;
            }
        }
        for (int d = 0; d < detections.length; d++) {
            counts[detections[d].cls()][background] += explained[d] ? 0 : 1;
        }
        for (int g = 0; g < truths.length; g++) {
            counts[background][truths[g].cls()] += found[g] || truths[g].crowd() ? 0 : 1;
        }
    }

    /** Pairs that overlap enough, best first, with crowds after all objects. */
    private static List<Pair> pairs(GroundTruth[] truths, double[] overlaps, double iou) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < overlaps.length; i++) {
            if (overlaps[i] >= iou) {
                pairs.add(new Pair(i / truths.length, i % truths.length, overlaps[i]));
            }
        }
        pairs.sort(Comparator.comparing((Pair p) -> truths[p.truth].crowd())
                .thenComparing(Comparator.comparingDouble(Pair::overlap).reversed()));
        return pairs;
    }
}
