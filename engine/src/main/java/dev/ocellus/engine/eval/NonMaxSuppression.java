package dev.ocellus.engine.eval;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Greedy non-maximum suppression, class by class: from the highest score down, a box is dropped if a kept box of its
 * class overlaps it by more than the threshold.
 *
 * <p>Every class whose score exceeds the confidence threshold makes a candidate of an anchor's box. Boxes are cut to the
 * part of the input that shows the image, those without area or with a number that is not finite are dropped. Equal
 * scores rank by anchor, then class. Immutable; may be used by several threads at once.
 *
 * @param confidence candidates need a score above this
 * @param iou overlap above which the lower-scoring box goes
 * @param maxDetections how many boxes are kept, over all classes
 */
public record NonMaxSuppression(double confidence, double iou, int maxDetections) {

    /** At most this many candidates, the highest-scoring ones, are looked at. */
    public static final int MAX_CANDIDATES = 30_000;

    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    /**
     * Reduces one image's predictions.
     *
     * @param predictions float32 [4 + classes, anchors]: x1, y1, x2, y2 in input pixels, then a score for each class
     * @param anchors number of predictions
     * @param width columns of the input that show the image; boxes are cut to them
     * @param height rows of the input that show the image
     * @return the kept boxes, highest score first
     */
    public List<ScoredBox> apply(MemorySegment predictions, int anchors, double width, double height) {
        int classes = Math.toIntExact(predictions.byteSize() / FLOAT.byteSize() / anchors) - 4;
        List<ScoredBox> kept = new ArrayList<>();
        List<List<ScoredBox>> keptOfClass = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            keptOfClass.add(new ArrayList<>());
        }
        for (int candidate : candidates(predictions, anchors, classes)) {
            if (kept.size() == maxDetections) {
                break;
            }
            ScoredBox box = box(predictions, anchors, candidate / classes, candidate % classes, width, height);
            List<ScoredBox> rivals = keptOfClass.get(box.cls());
            if (hasArea(box) && rivals.stream().noneMatch(rival -> overlap(box, rival) > iou)) {
                kept.add(box);
                rivals.add(box);
            }
        }
        return kept;
    }

    /** Numbers {@code anchor * classes + class} in descending score. */
    private int[] candidates(MemorySegment predictions, int anchors, int classes) {
        long[] ranked = new long[1024];
        int count = 0;
        for (int c = 0; c < classes; c++) {
            for (int a = 0; a < anchors; a++) {
                float score = at(predictions, anchors, 4 + c, a);
                if (score > confidence && score < Float.POSITIVE_INFINITY) {
                    if (count == ranked.length) {
                        ranked = Arrays.copyOf(ranked, 2 * count);
                    }
                    // Positive floats order as their bits do; the number in the low half breaks ties.
                    long descending = Integer.MAX_VALUE - (long) Float.floatToRawIntBits(score);
                    ranked[count++] = descending << 32 | (a * classes + c);
                }
            }
        }
        Arrays.sort(ranked, 0, count);
        return Arrays.stream(ranked, 0, Math.min(count, MAX_CANDIDATES))
                .mapToInt(key -> (int) key)
                .toArray();
    }

    private static ScoredBox box(
            MemorySegment predictions, int anchors, int anchor, int cls, double width, double height) {
        return new ScoredBox(
                cls,
                clamp(at(predictions, anchors, 0, anchor), width),
                clamp(at(predictions, anchors, 1, anchor), height),
                clamp(at(predictions, anchors, 2, anchor), width),
                clamp(at(predictions, anchors, 3, anchor), height),
                at(predictions, anchors, 4 + cls, anchor));
    }

    /** Cuts a finite coordinate; others become not-a-number, so that the box has no area. */
    private static float clamp(float coordinate, double limit) {
        return Float.isFinite(coordinate) ? (float) Math.clamp(coordinate, 0, limit) : Float.NaN;
    }

    private static boolean hasArea(ScoredBox box) {
        return box.x2() > box.x1() && box.y2() > box.y1();
    }

    private static double overlap(ScoredBox a, ScoredBox b) {
        double width = Math.min(a.x2(), b.x2()) - Math.max(a.x1(), b.x1());
        double height = Math.min(a.y2(), b.y2()) - Math.max(a.y1(), b.y1());
        if (width <= 0 || height <= 0) {
            return 0;
        }
        double intersection = width * height;
        return intersection / (area(a) + area(b) - intersection);
    }

    private static double area(ScoredBox box) {
        return ((double) box.x2() - box.x1()) * ((double) box.y2() - box.y1());
    }

    private static float at(MemorySegment predictions, int anchors, int row, int anchor) {
        return predictions.getAtIndex(FLOAT, (long) row * anchors + anchor);
    }
}
