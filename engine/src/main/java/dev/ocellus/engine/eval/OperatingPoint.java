package dev.ocellus.engine.eval;

/**
 * What a detector does when only detections at or above one confidence are kept, at one IoU threshold.
 *
 * @param confidence the threshold
 * @param truePositives detections matched to an object of their class
 * @param falsePositives detections matched to nothing (those inside a crowd region are not counted)
 * @param falseNegatives objects left without a detection
 */
public record OperatingPoint(double confidence, long truePositives, long falsePositives, long falseNegatives) {

    /** Share of the detections that are right; 0 where there are none. */
    public double precision() {
        return ratio(truePositives, truePositives + falsePositives);
    }

    /** Share of the objects that are found; 0 where there are none. */
    public double recall() {
        return ratio(truePositives, truePositives + falseNegatives);
    }

    /** Harmonic mean of precision and recall: 2 TP / (2 TP + FP + FN); 0 where all are zero. */
    public double f1() {
        return ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
