package dev.ocellus.engine.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DetectionEvaluatorTest {

    private static final double EXACT = 1e-12;

    /** Class 0: three objects; class 1: one. Image 2 holds a crowd of class 0. */
    private static final List<GroundTruth> TRUTHS = List.of(
            GroundTruth.box(1, 0, 0, 0, 10, 10),
            GroundTruth.box(1, 0, 20, 0, 10, 10),
            GroundTruth.box(1, 1, 40, 0, 10, 10),
            GroundTruth.box(2, 0, 0, 0, 10, 10),
            new GroundTruth(2, 0, 50, 50, 50, 50, 2500, true));

    private static final List<Detection> DETECTIONS = List.of(
            new Detection(1, 0, 0, 0, 10, 10, 0.9),
            new Detection(1, 0, 21, 0, 10, 10, 0.8),
            new Detection(1, 0, 40, 0, 10, 10, 0.7),
            new Detection(2, 0, 60, 60, 10, 10, 0.6),
            new Detection(2, 0, 0, 0, 10, 10, 0.3),
            new Detection(1, 1, 80, 80, 10, 10, 0.2));

    private final DetectionMetrics metrics = new DetectionEvaluator(0.5).evaluate(2, TRUTHS, DETECTIONS);

    @Test
    void countsAtTheThresholdAndExcusesDetectionsInACrowd() {
        assertEquals(new OperatingPoint(0.5, 2, 1, 2), metrics.operating());
        assertEquals(2 / 3.0, metrics.operating().precision(), EXACT);
        assertEquals(0.5, metrics.operating().recall(), EXACT);
        assertEquals(4 / 7.0, metrics.operating().f1(), EXACT);
        assertEquals(new OperatingPoint(0.5, 2, 1, 1), metrics.perClass().get(0).operating());
        assertEquals(new OperatingPoint(0.5, 0, 0, 1), metrics.perClass().get(1).operating());
    }

    @Test
    void bestThresholdHasTheHighestF1() {
        assertEquals(new OperatingPoint(0.3, 3, 1, 1), metrics.best());
        assertEquals(0.75, metrics.best().f1(), EXACT);
        assertEquals(6 / 7.0, metrics.perClass().get(0).best().f1(), EXACT);
        assertEquals(0, metrics.perClass().get(1).best().f1());
    }

    @Test
    void equalScoresAreKeptTogether() {
        List<Detection> tied =
                List.of(new Detection(1, 0, 0, 0, 10, 10, 0.5), new Detection(1, 0, 70, 70, 10, 10, 0.5));
        DetectionMetrics result =
                new DetectionEvaluator(0.5).evaluate(1, List.of(GroundTruth.box(1, 0, 0, 0, 10, 10)), tied);
        assertEquals(new OperatingPoint(0.5, 1, 1, 0), result.best());
    }

    @Test
    void curveRunsFromEverythingToNothing() {
        List<OperatingPoint> curve = metrics.byConfidence();
        assertEquals(101, curve.size());
        assertEquals(new OperatingPoint(0, 3, 2, 1), curve.get(0));
        assertEquals(new OperatingPoint(1, 0, 0, 4), curve.get(100));
    }

    @Test
    void confusionSeparatesWrongClassFromBackground() {
        ConfusionMatrix confusion = metrics.confusion();
        int background = confusion.classes();
        assertEquals(2, confusion.count(0, 0));
        assertEquals(1, confusion.count(0, 1));
        assertEquals(0, confusion.count(0, background));
        assertEquals(1, confusion.count(background, 0));
        assertEquals(0, confusion.count(background, 1));
    }

    @Test
    void confusionTakesTheClosestPairFirst() {
        ConfusionMatrix confusion = ConfusionMatrix.of(
                2,
                List.of(GroundTruth.box(1, 0, 0, 0, 10, 10)),
                List.of(new Detection(1, 1, 2, 0, 10, 10, 0.9), new Detection(1, 0, 0, 0, 10, 10, 0.6)),
                0.25,
                0.5);
        assertEquals(1, confusion.count(0, 0));
        assertEquals(1, confusion.count(1, 2));
    }

    @Test
    void scalarsHoldRealPrecisionAndRecall() {
        Map<String, Double> scalars = metrics.scalars();
        assertEquals(2 / 3.0, scalars.get("metrics/precision"), EXACT);
        assertEquals(0.5, scalars.get("metrics/recall"), EXACT);
        assertEquals(metrics.coco().ap(), scalars.get("metrics/mAP50-95"));
        assertEquals(0.3, scalars.get("metrics/best_conf"));
        assertEquals(17, scalars.size());
    }

    @Test
    void nothingDetectedAndNothingToDetectAreNumbers() {
        DetectionMetrics nothing = new DetectionEvaluator(0.25).evaluate(2, List.of(), List.of());
        assertEquals(-1, nothing.coco().ap());
        assertEquals(0, nothing.operating().precision());
        assertEquals(0, nothing.best().f1());
        DetectionMetrics missed = new DetectionEvaluator(0.25).evaluate(2, TRUTHS, List.of());
        assertEquals(0, missed.coco().ap());
        assertEquals(new OperatingPoint(0.25, 0, 0, 4), missed.operating());
    }

    @Test
    void pooledCountsEqualTheSumOverClasses() {
        List<GroundTruth> truths = new ArrayList<>();
        List<Detection> detections = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 500; i++) {
            int cls = random.nextInt(4);
            int x = random.nextInt(300);
            truths.add(GroundTruth.box(i % 30, cls, x, 0, 30, 30));
            detections.add(new Detection(i % 30, cls, x + random.nextInt(20), 0, 30, 30, random.nextDouble()));
        }
        DetectionMetrics result = new DetectionEvaluator(0.4).evaluate(4, truths, detections);
        OperatingPoint pooled = result.operating();
        assertEquals(pooled.truePositives(), sum(result, 0));
        assertEquals(pooled.falsePositives(), sum(result, 1));
        assertEquals(pooled.falseNegatives(), sum(result, 2));
        assertEquals(500, pooled.truePositives() + pooled.falseNegatives());
    }

    private static long sum(DetectionMetrics result, int which) {
        return result.perClass().stream()
                .map(ClassMetrics::operating)
                .mapToLong(p -> switch (which) {
                    case 0 -> p.truePositives();
                    case 1 -> p.falsePositives();
                    default -> p.falseNegatives();
                })
                .sum();
    }
}
