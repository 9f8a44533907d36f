package dev.ocellus.engine.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class CocoEvaluatorTest {

    private static final double EXACT = 1e-9;

    @TestFactory
    Stream<DynamicTest> equalsTheReferenceEvaluator() throws IOException {
        try (InputStream file = CocoEvaluatorTest.class.getResourceAsStream("/values/coco_ap.json")) {
            assertNotNull(file);
            JsonNode cases = new ObjectMapper().readTree(file);
            assertEquals(7, cases.size());
            return cases
                    .valueStream()
                    .map(c -> DynamicTest.dynamicTest(c.get("name").asString(), () -> equalsReference(c)))
                    .toList()
                    .stream();
        }
    }

    private static void equalsReference(JsonNode reference) {
        int classes = reference.get("ground_truth").get("categories").size();
        List<GroundTruth> truths = reference
                .get("ground_truth")
                .get("annotations")
                .valueStream()
                .map(CocoEvaluatorTest::groundTruth)
                .toList();
        List<Detection> detections = reference
                .get("detections")
                .valueStream()
                .map(CocoEvaluatorTest::detection)
                .toList();
        CocoResult result = new CocoEvaluator().evaluate(classes, truths, detections);
        JsonNode stats = reference.get("stats");
        CocoSummary summary = result.summary();
        assertEquals(stats.get("AP").asDouble(), summary.ap(), EXACT);
        assertEquals(stats.get("AP50").asDouble(), summary.ap50(), EXACT);
        assertEquals(stats.get("AP75").asDouble(), summary.ap75(), EXACT);
        assertEquals(stats.get("AP_small").asDouble(), summary.apSmall(), EXACT);
        assertEquals(stats.get("AP_medium").asDouble(), summary.apMedium(), EXACT);
        assertEquals(stats.get("AP_large").asDouble(), summary.apLarge(), EXACT);
        assertEquals(stats.get("AR1").asDouble(), summary.arFirst(), EXACT);
        assertEquals(stats.get("AR10").asDouble(), summary.arSecond(), EXACT);
        assertEquals(stats.get("AR100").asDouble(), summary.arThird(), EXACT);
        assertEquals(stats.get("AR_small").asDouble(), summary.arSmall(), EXACT);
        assertEquals(stats.get("AR_medium").asDouble(), summary.arMedium(), EXACT);
        assertEquals(stats.get("AR_large").asDouble(), summary.arLarge(), EXACT);
        for (int c = 0; c < classes; c++) {
            JsonNode row = reference.get("per_class_AP_AP50").get(c);
            assertEquals(row.get(0).asDouble(), result.perClass().get(c).ap(), EXACT);
            assertEquals(row.get(1).asDouble(), result.perClass().get(c).ap50(), EXACT);
        }
    }

    private static GroundTruth groundTruth(JsonNode n) {
        JsonNode b = n.get("bbox");
        return new GroundTruth(
                n.get("image_id").asLong(),
                n.get("category_id").asInt() - 1,
                b.get(0).asDouble(),
                b.get(1).asDouble(),
                b.get(2).asDouble(),
                b.get(3).asDouble(),
                n.get("area").asDouble(),
                n.get("iscrowd").asInt() == 1);
    }

    private static Detection detection(JsonNode n) {
        JsonNode b = n.get("bbox");
        return new Detection(
                n.get("image_id").asLong(),
                n.get("category_id").asInt() - 1,
                b.get(0).asDouble(),
                b.get(1).asDouble(),
                b.get(2).asDouble(),
                b.get(3).asDouble(),
                n.get("score").asDouble());
    }

    @Test
    void perfectDetectionsScoreOne() {
        List<GroundTruth> truths =
                List.of(GroundTruth.box(1, 0, 10, 10, 20, 20), GroundTruth.box(2, 1, 5, 5, 200, 100));
        List<Detection> detections = truths.stream().map(g -> detection(g, 0.9)).toList();
        CocoSummary summary =
                new CocoEvaluator().evaluate(2, truths, detections).summary();
        assertEquals(1, summary.ap(), EXACT);
        assertEquals(1, summary.apSmall(), EXACT);
        assertEquals(-1, summary.apMedium());
        assertEquals(1, summary.apLarge(), EXACT);
        assertEquals(1, summary.arFirst(), EXACT);
    }

    @Test
    void aDetectionOfTheWrongImageOrClassIsFalse() {
        List<GroundTruth> truths = List.of(GroundTruth.box(1, 0, 10, 10, 20, 20));
        CocoEvaluator evaluator = new CocoEvaluator();
        assertEquals(
                0,
                evaluator
                        .evaluate(2, truths, List.of(new Detection(2, 0, 10, 10, 20, 20, 1)))
                        .summary()
                        .ap());
        assertEquals(
                0,
                evaluator
                        .evaluate(2, truths, List.of(new Detection(1, 1, 10, 10, 20, 20, 1)))
                        .summary()
                        .ap());
    }

    @Test
    void aSecondDetectionOfOneObjectIsFalse() {
        List<GroundTruth> truths =
                List.of(GroundTruth.box(1, 0, 0, 0, 50, 50), GroundTruth.box(1, 0, 100, 100, 50, 50));
        List<Detection> detections =
                List.of(detection(truths.get(0), 0.9), detection(truths.get(0), 0.8), detection(truths.get(1), 0.7));
        ClassAveragePrecision row =
                new CocoEvaluator().evaluate(1, truths, detections).perClass().get(0);
        // 51 recall points up to 0.5 at precision 1, the other 50 at 2/3.
        assertEquals((51 + 50 * 2 / 3.0) / 101, row.ap50(), EXACT);
        assertEquals(0.5, row.curve().get(50).recall());
        assertEquals(1, row.curve().get(50).precision(), EXACT);
        assertEquals(0.9, row.curve().get(50).confidence());
        assertEquals(2 / 3.0, row.curve().get(100).precision(), EXACT);
        assertEquals(0.7, row.curve().get(100).confidence());
    }

    @Test
    void theLastLimitBoundsTheDetectionsOfAnImage() {
        List<GroundTruth> truths = new ArrayList<>();
        List<Detection> detections = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            truths.add(GroundTruth.box(1, 0, 100 * i, 0, 50, 50));
            detections.add(detection(truths.get(i), 0.9 - 0.1 * i));
        }
        assertEquals(
                0.5,
                new CocoEvaluator(1, 2, 2)
                        .evaluate(1, truths, detections)
                        .summary()
                        .arThird(),
                EXACT);
        assertEquals(
                1,
                new CocoEvaluator(1, 2, 300)
                        .evaluate(1, truths, detections)
                        .summary()
                        .arThird(),
                EXACT);
        assertThrows(IllegalArgumentException.class, () -> new CocoEvaluator(1, 10, 5));
    }

    @Test
    void theOrderOfInputsDoesNotMatterWithoutTies() {
        Random random = new Random(3);
        List<GroundTruth> truths = new ArrayList<>();
        List<Detection> detections = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            GroundTruth g = GroundTruth.box(
                    random.nextInt(20), random.nextInt(3), random.nextInt(200), random.nextInt(200), 40, 60);
            truths.add(g);
            detections.add(new Detection(
                    g.imageId(), g.cls(), g.x() + random.nextInt(9), g.y(), g.w(), g.h(), random.nextDouble()));
        }
        CocoSummary before = new CocoEvaluator().evaluate(3, truths, detections).summary();
        Collections.shuffle(detections, random);
        CocoSummary after = new CocoEvaluator().evaluate(3, truths, detections).summary();
        assertEquals(before, after);
        assertTrue(before.ap() > 0.2 && before.ap() < 0.95);
    }

    @Test
    void refusesAClassBeyondTheLast() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new CocoEvaluator().evaluate(1, List.of(GroundTruth.box(1, 1, 0, 0, 1, 1)), List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Detection(1, 0, 0, 0, 1, 1, Double.NaN));
    }

    private static Detection detection(GroundTruth g, double score) {
        return new Detection(g.imageId(), g.cls(), g.x(), g.y(), g.w(), g.h(), score);
    }
}
