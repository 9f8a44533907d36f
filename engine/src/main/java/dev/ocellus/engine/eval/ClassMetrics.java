package dev.ocellus.engine.eval;

import java.util.List;

/**
 * One class's row of a {@link DetectionMetrics}.
 *
 * @param average COCO's numbers and the precision-recall curve
 * @param operating precision, recall and F1 at the run's confidence threshold
 * @param best the same at the threshold that is best for this class
 * @param byConfidence the same at 101 thresholds from 0 to 1, for charts
 */
public record ClassMetrics(
        ClassAveragePrecision average,
        OperatingPoint operating,
        OperatingPoint best,
        List<OperatingPoint> byConfidence) {

    /** Keeps a copy of the curve. */
    public ClassMetrics {
        byConfidence = List.copyOf(byConfidence);
    }
}
