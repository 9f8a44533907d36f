package dev.ocellus.engine.eval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a validation of a detector measures.
 *
 * @param coco the benchmark's twelve numbers
 * @param operating precision, recall and F1, pooled over classes, at the run's confidence threshold and IoU .50
 * @param best the same at the confidence with the highest pooled F1
 * @param byConfidence the same at 101 thresholds from 0 to 1, for charts
 * @param perClass one row a class, in class order
 * @param confusion which class was taken for which, at the run's confidence threshold and IoU .50
 */
public record DetectionMetrics(
        CocoSummary coco,
        OperatingPoint operating,
        OperatingPoint best,
        List<OperatingPoint> byConfidence,
        List<ClassMetrics> perClass,
        ConfusionMatrix confusion) {

    /** Keeps copies of the lists. */
    public DetectionMetrics {
        byConfidence = List.copyOf(byConfidence);
        perClass = List.copyOf(perClass);
    }

    /**
     * The scalars under the names that run folders and charts use. Precision and recall are real ones, at the run's
     * confidence threshold. A number that the ground truth cannot measure is −1.
     */
    public Map<String, Double> scalars() {
        Map<String, Double> scalars = new LinkedHashMap<>();
        scalars.put("metrics/mAP50-95", coco.ap());
        scalars.put("metrics/mAP50", coco.ap50());
        scalars.put("metrics/mAP75", coco.ap75());
        scalars.put("metrics/mAP_small", coco.apSmall());
        scalars.put("metrics/mAP_medium", coco.apMedium());
        scalars.put("metrics/mAP_large", coco.apLarge());
        scalars.put("metrics/AR1", coco.arFirst());
        scalars.put("metrics/AR10", coco.arSecond());
        scalars.put("metrics/AR100", coco.arThird());
        scalars.put("metrics/AR_small", coco.arSmall());
        scalars.put("metrics/AR_medium", coco.arMedium());
        scalars.put("metrics/AR_large", coco.arLarge());
        scalars.put("metrics/precision", operating.precision());
        scalars.put("metrics/recall", operating.recall());
        scalars.put("metrics/f1", operating.f1());
        scalars.put("metrics/best_conf", best.confidence());
        scalars.put("metrics/best_conf_f1", best.f1());
        return scalars;
    }
}
