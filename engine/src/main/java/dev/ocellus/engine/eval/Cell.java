package dev.ocellus.engine.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongBiFunction;

/**
 * The detections and ground truths that may be matched with each other: those of one image, or of one class in one
 * image. Detections are in descending score, equal scores in the order they were given; ground truths keep their order.
 *
 * @param cls the class, where cells were made by class and image
 */
record Cell(int cls, Detection[] detections, GroundTruth[] groundTruths) {

    private static final Detection[] NO_DETECTIONS = {};
    private static final GroundTruth[] NO_GROUND_TRUTHS = {};

    /** For each class, one cell for each image in which it occurs, ordered by image number. */
    static List<List<Cell>> byClass(
            int classes, Collection<Detection> detections, Collection<GroundTruth> groundTruths) {
        List<List<Cell>> byClass = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            byClass.add(new ArrayList<>());
        }
        for (Cell cell : group(detections, groundTruths, (cls, images) -> cls * (long) images)) {
            if (cell.cls() >= classes) {
                throw new IllegalArgumentException("class " + cell.cls() + " where there are " + classes);
            }
            byClass.get(cell.cls()).add(cell);
        }
        return byClass;
    }

    /** One cell for each image in which anything occurs, ordered by image number. */
    static List<Cell> byImage(Collection<Detection> detections, Collection<GroundTruth> groundTruths) {
        return group(detections, groundTruths, (cls, images) -> 0);
    }

    /**
     * Intersection over union of every detection with every ground truth, {@code [detection * groundTruths + g]}; with a
     * crowd it is the share of the detection that lies inside it.
     */
    double[] overlaps() {
        double[] overlaps = new double[detections.length * groundTruths.length];
        int at = 0;
        for (Detection d : detections) {
            for (GroundTruth g : groundTruths) {
                overlaps[at++] = overlap(d, g);
            }
        }
        return overlaps;
    }

    private static double overlap(Detection d, GroundTruth g) {
        double width = Math.min(d.x() + d.w(), g.x() + g.w()) - Math.max(d.x(), g.x());
        double height = Math.min(d.y() + d.h(), g.y() + g.h()) - Math.max(d.y(), g.y());
        if (width <= 0 || height <= 0) {
            return 0;
        }
        double intersection = width * height;
        double own = d.w() * d.h();
        return intersection / (g.crowd() ? own : own + g.w() * g.h() - intersection);
    }

    /** Sorts both collections by cell key at once, with the position in the low digits so that the sort is stable. */
    private static List<Cell> group(
            Collection<Detection> detections,
            Collection<GroundTruth> groundTruths,
            ToLongBiFunction<Integer, Integer> firstKeyOfClass) {
        Detection[] dets = detections.toArray(Detection[]::new);
        GroundTruth[] truths = groundTruths.toArray(GroundTruth[]::new);
        long[] images = new long[dets.length + truths.length];
        for (int i = 0; i < dets.length; i++) {
            images[i] = dets[i].imageId();
        }
        for (int i = 0; i < truths.length; i++) {
            images[dets.length + i] = truths[i].imageId();
        }
        int total = images.length;
        long[] distinct = Arrays.stream(images).sorted().distinct().toArray();
        long[] packed = new long[total];
        for (int i = 0; i < total; i++) {
            int cls = i < dets.length ? dets[i].cls() : truths[i - dets.length].cls();
            long key = firstKeyOfClass.applyAsLong(cls, distinct.length) + Arrays.binarySearch(distinct, images[i]);
            packed[i] = key * total + i;
        }
        Arrays.sort(packed);
        List<Cell> cells = new ArrayList<>();
        for (int from = 0, to; from < total; from = to) {
            long key = packed[from] / total;
            int split = from;
            for (to = from; to < total && packed[to] / total == key; to++) {
                split += packed[to] % total < dets.length ? 1 : 0;
            }
            cells.add(cell(dets, truths, packed, from, split, to));
        }
        return cells;
    }

    private static Cell cell(Detection[] dets, GroundTruth[] truths, long[] packed, int from, int split, int to) {
        int total = packed.length;
        Detection[] own = split == from ? NO_DETECTIONS : new Detection[split - from];
        for (int i = from; i < split; i++) {
            own[i - from] = dets[(int) (packed[i] % total)];
        }
        Arrays.sort(own, Comparator.comparingDouble(Detection::score).reversed());
        GroundTruth[] others = split == to ? NO_GROUND_TRUTHS : new GroundTruth[to - split];
        for (int i = split; i < to; i++) {
            others[i - split] = truths[(int) (packed[i] % total) - dets.length];
        }
        return new Cell(own.length > 0 ? own[0].cls() : others[0].cls(), own, others);
    }
}
