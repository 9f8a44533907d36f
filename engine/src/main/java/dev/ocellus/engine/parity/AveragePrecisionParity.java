package dev.ocellus.engine.parity;

import dev.ocellus.engine.eval.ClassAveragePrecision;
import dev.ocellus.engine.eval.CocoEvaluator;
import dev.ocellus.engine.eval.CocoResult;
import dev.ocellus.engine.eval.CocoSummary;
import dev.ocellus.engine.eval.Detection;
import dev.ocellus.engine.eval.GroundTruth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The twelve COCO numbers and the average precision of each class, against the reference evaluator. */
final class AveragePrecisionParity {
    private static final double LIMIT = 1e-9;

    private AveragePrecisionParity() {}

    static List<Deviation> run(String subject, JsonNode reference) {
        JsonNode truth = reference.get("ground_truth");
        List<GroundTruth> objects = truth.get("annotations")
                .valueStream()
                .map(AveragePrecisionParity::groundTruth)
                .toList();
        List<Detection> detections = reference
                .get("detections")
                .valueStream()
                .map(AveragePrecisionParity::detection)
                .toList();
        CocoResult result = new CocoEvaluator().evaluate(truth.get("categories").size(), objects, detections);
        Comparison numbers = new Comparison(subject, "COCO numbers", LIMIT);
        numbers(result.summary())
                .forEach((name, value) ->
                        numbers.add(name, reference.get("stats").get(name).asDouble(), value, 1));
        Comparison classes = new Comparison(subject, "precision by class", LIMIT);
        for (int c = 0; c < result.perClass().size(); c++) {
            JsonNode row = reference.get("per_class_AP_AP50").get(c);
            ClassAveragePrecision precision = result.perClass().get(c);
            classes.add("AP of class " + c, row.get(0).asDouble(), precision.ap(), 1);
            classes.add("AP50 of class " + c, row.get(1).asDouble(), precision.ap50(), 1);
        }
        return List.of(numbers.result(), classes.result());
    }

    private static Map<String, Double> numbers(CocoSummary summary) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        numbers.put("AP", summary.ap());
        numbers.put("AP50", summary.ap50());
        numbers.put("AP75", summary.ap75());
        numbers.put("AP_small", summary.apSmall());
        numbers.put("AP_medium", summary.apMedium());
        numbers.put("AP_large", summary.apLarge());
        numbers.put("AR1", summary.arFirst());
        numbers.put("AR10", summary.arSecond());
        numbers.put("AR100", summary.arThird());
        numbers.put("AR_small", summary.arSmall());
        numbers.put("AR_medium", summary.arMedium());
        numbers.put("AR_large", summary.arLarge());
        return numbers;
    }

    private static GroundTruth groundTruth(JsonNode object) {
        JsonNode box = object.get("bbox");
        return new GroundTruth(
                object.get("image_id").asLong(),
                object.get("category_id").asInt() - 1,
                box.get(0).asDouble(),
                box.get(1).asDouble(),
                box.get(2).asDouble(),
                box.get(3).asDouble(),
                object.get("area").asDouble(),
                object.get("iscrowd").asInt() == 1);
    }

    private static Detection detection(JsonNode object) {
        JsonNode box = object.get("bbox");
        return new Detection(
                object.get("image_id").asLong(),
                object.get("category_id").asInt() - 1,
                box.get(0).asDouble(),
                box.get(1).asDouble(),
                box.get(2).asDouble(),
                box.get(3).asDouble(),
                object.get("score").asDouble());
    }
}
