package dev.ocellus.engine.eval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Measures a detector: COCO's average precision, and precision, recall, F1 and confusion at a confidence threshold.
 * Immutable; may be used by several threads at once.
 *
 * @param confidence the threshold at which precision, recall, F1 and the confusion matrix are read
 * @param coco how average precision is computed
 */
public record DetectionEvaluator(double confidence, CocoEvaluator coco) {

    private static final double IOU = 0.5;
    private static final int CURVE_POINTS = 101;

    /** With the benchmark's limits on detections. */
    public DetectionEvaluator(double confidence) {
        this(confidence, new CocoEvaluator());
    }

    /**
     * Evaluates a whole data set.
     *
     * @param classes number of classes; every class index must be below it
     * @param groundTruths all objects, in any order
     * @param detections all detections down to a low confidence, in any order; all of them count, whatever their number
     *     in an image, except in COCO's numbers
     */
    public DetectionMetrics evaluate(
            int classes, Collection<GroundTruth> groundTruths, Collection<Detection> detections) {
        CocoResult result = coco.evaluate(classes, groundTruths, detections);
        List<Matching> matchings = new ArrayList<>();
        for (List<Cell> cells : Cell.byClass(classes, detections, groundTruths)) {
            List<double[]> overlaps = cells.stream().map(Cell::overlaps).toList();
            matchings.add(Matching.of(cells, overlaps, new double[] {IOU}, AreaRange.ALL, Integer.MAX_VALUE));
        }
        List<ClassMetrics> rows = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            ConfidenceSweep sweep = new ConfidenceSweep(List.of(matchings.get(c)));
            rows.add(new ClassMetrics(
                    result.perClass().get(c), sweep.at(confidence), sweep.best(), sweep.curve(CURVE_POINTS)));
        }
        ConfidenceSweep pooled = new ConfidenceSweep(matchings);
        return new DetectionMetrics(
                result.summary(),
                pooled.at(confidence),
                pooled.best(),
                pooled.curve(CURVE_POINTS),
                rows,
                ConfusionMatrix.of(classes, groundTruths, detections, confidence, IOU));
    }
}
