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
        JsonNode truth = reference.required("ground_truth");
        List<GroundTruth> objects = truth.required("annotations")
                .valueStream()
                .map(AveragePrecisionParity::groundTruth)
                .toList();
        List<Detection> detections = reference
                .required("detections")
                .valueStream()
                .map(AveragePrecisionParity::detection)
                .toList();
        CocoResult result =
                new CocoEvaluator().evaluate(truth.required("categories").size(), objects, detections);
        Comparison numbers = new Comparison(subject, "COCO numbers", LIMIT);
        numbers(result.summary())
                .forEach((name, value) -> numbers.add(
                        name, reference.required("stats").required(name).asDouble(), value, 1));
        Comparison classes = new Comparison(subject, "precision by class", LIMIT);
        for (int c = 0; c < result.perClass().size(); c++) {
            JsonNode row = reference.required("per_class_AP_AP50").required(c);
            ClassAveragePrecision precision = result.perClass().get(c);
            classes.add("AP of class " + c, row.required(0).asDouble(), precision.ap(), 1);
            classes.add("AP50 of class " + c, row.required(1).asDouble(), precision.ap50(), 1);
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
        JsonNode box = object.required("bbox");
        return new GroundTruth(
                object.required("image_id").asLong(),
                object.required("category_id").asInt() - 1,
                box.required(0).asDouble(),
                box.required(1).asDouble(),
                box.required(2).asDouble(),
                box.required(3).asDouble(),
                object.required("area").asDouble(),
                object.required("iscrowd").asInt() == 1);
    }

    private static Detection detection(JsonNode object) {
        JsonNode box = object.required("bbox");
        return new Detection(
                object.required("image_id").asLong(),
                object.required("category_id").asInt() - 1,
                box.required(0).asDouble(),
                box.required(1).asDouble(),
                box.required(2).asDouble(),
                box.required(3).asDouble(),
                object.required("score").asDouble());
    }
}
