package dev.ocellus.engine.eval;

import java.util.List;

/**
 * COCO's numbers for one class, −1 where the class has no ground truth that counts.
 *
 * @param cls class index
 * @param objects ground truths that count (crowds do not)
 * @param ap average precision over the ten IoU thresholds
 * @param ap50 average precision at IoU .50
 * @param ap75 average precision at IoU .75
 * @param ar average recall over the ten IoU thresholds with the last limit of detections
 * @param curve precision at the 101 recall points at IoU .50; empty where the class has no ground truth
 */
public record ClassAveragePrecision(
        int cls, int objects, double ap, double ap50, double ap75, double ar, List<CurvePoint> curve) {

    /** Keeps a copy of the curve. */
    public ClassAveragePrecision {
        curve = List.copyOf(curve);
    }
}
