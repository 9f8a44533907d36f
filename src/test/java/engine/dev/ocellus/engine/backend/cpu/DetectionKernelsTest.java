package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.ops.DetectionHead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The detection step's kernels against {@link DetectionLossReference}, above all where targets are awkward. */
class DetectionKernelsTest {

    private static final int HEIGHT = 96;
    private static final int WIDTH = 128;
    private static final int IMAGES = 2;
    private static final int CLASSES = 5;
    private static final double CLOSE = 1e-5;
    private static final double[] PADDING = {-1, 0, 0, 0, 0};

    private final SplittableRandom random = new SplittableRandom(17);

    /** Raw predictions as of a network that has learnt something: each distance's distribution has a peak. */
    static double[] raw(DetectionHead head, SplittableRandom random) {
        double[] raw = new double[IMAGES * head.grid().anchors() * head.channels()];
        for (int row = 0; row < raw.length; row += head.channels()) {
            for (int side = 0; side < 4; side++) {
                double peak = random.nextDouble(0, 7);
                for (int j = 0; j < DetectionHead.BINS; j++) {
                    double bump = 5 * Math.exp(-(j - peak) * (j - peak) / 2);
                    raw[row + side * DetectionHead.BINS + j] = (float) (bump + random.nextDouble(-0.5, 0.5));
                }
            }
            for (int c = 0; c < head.classes(); c++) {
                raw[row + DetectionHead.BOX_CHANNELS + c] = (float) random.nextDouble(-9, 3);
            }
        }
        return raw;
    }

    /** Two images' targets, the same rows in each, rounded to float32. */
    private static double[] targets(double[]... rows) {
        double[] one = Arrays.stream(rows)
                .flatMapToDouble(Arrays::stream)
                .map(x -> (float) x)
                .toArray();
        double[] both = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, both, one.length, one.length);
        return both;
    }

    private double[] box(double smallest, double largest) {
        double w = random.nextDouble(smallest, largest);
        double h = random.nextDouble(smallest, largest);
        double x = random.nextDouble(0, WIDTH - Math.min(w, WIDTH - 1));
        double y = random.nextDouble(0, HEIGHT - Math.min(h, HEIGHT - 1));
        return new double[] {random.nextInt(CLASSES), x, y, x + w, y + h};
    }

    private double[][] boxes(int count, double smallest, double largest) {
        List<double[]> boxes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boxes.add(box(smallest, largest));
        }
        return boxes.toArray(double[][]::new);
    }

    private DetectionLossReference agrees(double[] targets) {
        DetectionHead head = DetectionStep.head(HEIGHT, WIDTH, CLASSES);
        return agrees(head, raw(head, random), targets);
    }

    private static DetectionLossReference agrees(DetectionHead head, double[] raw, double[] targets) {
        DetectionLossReference reference = new DetectionLossReference(
                IMAGES,
                head.grid().height(),
                head.grid().width(),
                head.classes(),
                targets.length / IMAGES / DetectionHead.TARGET_FIELDS,
                raw,
                targets);
        try (DetectionStep step = new DetectionStep(head, IMAGES, raw, targets, 3, 2, 1)) {
            assertArrayEquals(reference.assigned, step.assigned);
            assertArrayEquals(reference.weight, step.weight, CLOSE);
            assertPart(reference.total(), step.total);
            assertPart(reference.box, step.parts[0]);
            assertPart(reference.cls, step.parts[1]);
            assertPart(reference.dfl, step.parts[2]);
            assertEquals(reference.positives / IMAGES, step.parts[3]);
            NativeFixture.assertClose(reference.gradient, step.gradient, CLOSE);
            assertTrue(Arrays.stream(step.gradient).allMatch(Double::isFinite));
        }
        return reference;
    }

    /** Relatively close; parts that do not count beside the others only absolutely. */
    private static void assertPart(double expected, double actual) {
        assertEquals(expected, actual, CLOSE * Math.max(1e-3, expected));
    }

    @Test
    void agreeOnOrdinaryTargets() {
        DetectionLossReference reference = agrees(targets(boxes(12, 8, 80)));
        assertTrue(reference.positives > 100, reference.positives + " positive anchors");
        assertTrue(reference.box > 0.1 && reference.dfl > 0.1 && reference.cls > 0.1);
    }

    @Test
    void agreeOnTheReferenceNetwork() throws IOException {
        ReferenceTensors tensors = new ReferenceTensors();
        DetectionHead head = DetectionStep.head(ReferenceTensors.SIZE, ReferenceTensors.SIZE, ReferenceTensors.CLASSES);
        DetectionLossReference reference = agrees(
                head,
                DetectionLossReferenceTest.doubles(tensors.rows("train_raw_")),
                DetectionLossReferenceTest.doubles(tensors.pixelTargets()));
        assertEquals(15.993820055873632, reference.total(), 1e-6);
    }

    @Test
    void withoutTargetsOnlyTheClassesLearn() {
        for (double[] targets : List.of(new double[0], targets(PADDING, PADDING, PADDING))) {
            DetectionLossReference reference = agrees(targets);
            assertEquals(0, reference.positives);
            assertEquals(0, reference.box + reference.dfl);
            assertTrue(reference.cls > 1);
        }
    }

    @Test
    void paddingBetweenTargetsIsSkipped() {
        double[] first = box(20, 60);
        double[] second = box(20, 60);
        DetectionLossReference reference = agrees(targets(PADDING, first, PADDING, second, PADDING));
        assertTrue(Arrays.stream(reference.assigned).allMatch(t -> t == -1 || t == 1 || t == 3));
        assertTrue(Arrays.stream(reference.assigned).anyMatch(t -> t == 3));
    }

    @Test
    void aBoxLargerThanTheImageIsLearntOnCoarseLevels() {
        DetectionLossReference reference = agrees(targets(new double[] {1, -40, -30, WIDTH + 60, HEIGHT + 50}));
        int finest = (HEIGHT / 8) * (WIDTH / 8);
        assertTrue(reference.positives > 0);
        for (int a = 0; a < finest; a++) {
            assertEquals(-1, reference.assigned[a]);
        }
    }

    @Test
    void aBoxOutOfReachTakesTheSingleBestAnchor() {
        DetectionLossReference reference = agrees(targets(new double[] {1, -900, -900, 900, 900}));
        assertEquals(IMAGES, reference.positives);
    }

    @Test
    void aBoxBetweenAllAnchorPointsTakesTheSingleBestAnchor() {
        DetectionHead head = DetectionStep.head(HEIGHT, WIDTH, CLASSES);
        double[] raw = new double[IMAGES * head.grid().anchors() * head.channels()];
        for (int row = 0; row < raw.length; row += head.channels()) {
            // Nothing to the left and top, half a stride to the right and bottom.
            for (int side = 0; side < 4; side++) {
                raw[row + side * DetectionHead.BINS] = 30;
                raw[row + side * DetectionHead.BINS + 1] = side < 2 ? 0 : 30;
            }
        }
        DetectionLossReference reference = agrees(head, raw, targets(new double[] {2, 61, 61, 63.5, 63}));
        assertEquals(IMAGES, reference.positives);
        int anchorAt60 = 60 / 8 * (WIDTH / 8) + 60 / 8;
        assertEquals(0, reference.assigned[anchorAt60]);
    }

    @Test
    void tinyAndEmptyBoxesGiveNumbers() {
        agrees(targets(
                new double[] {0, 20, 20, 20.01, 20.01},
                new double[] {1, 40, 20, 40, 60},
                new double[] {2, 60, 60, 60, 60},
                new double[] {3, 70, 30, 69, 20},
                new double[] {4, 36, 36, 36.5, 90}));
    }

    @Test
    void duplicatesGoToTheFirst() {
        double[] box = {1, 20, 16, 70, 60};
        DetectionLossReference reference = agrees(targets(box, box.clone(), box.clone()));
        assertTrue(Arrays.stream(reference.assigned).allMatch(t -> t <= 0));
        double[] otherClass = {3, 20, 16, 70, 60};
        agrees(targets(box, otherClass));
    }

    /** A square in the middle of four anchors, which all predict the same: rings of four and eight equals. */
    @Test
    void ofEqualAnchorsTheFirstAreChosen() {
        DetectionHead head = DetectionStep.head(160, 160, 1);
        double[] raw = new double[IMAGES * head.grid().anchors() * head.channels()];
        try (DetectionStep step =
                new DetectionStep(head, IMAGES, raw, targets(new double[] {0, 30, 30, 130, 130}), 0, 1, 1)) {
            List<String> chosen = new ArrayList<>();
            for (int a = 0; a < 20 * 20; a++) {
                if (step.assigned[a] == 0) {
                    chosen.add((a % 20 - 9) + "," + (a / 20 - 9));
                }
            }
            assertEquals(List.of("0,-1", "1,-1", "-1,0", "0,0", "1,0", "2,0", "-1,1", "0,1", "1,1", "2,1"), chosen);
        }
    }

    @Test
    void agreeOnMoreThanAHundredTargets() {
        DetectionLossReference reference = agrees(targets(boxes(130, 3, 60)));
        assertTrue(reference.positives > 300, reference.positives + " positive anchors");
    }

    @Test
    void classesBeyondTheLastCountAsTheLast() {
        double[] box = box(30, 60);
        double[] last = box.clone();
        box[0] = CLASSES + 3;
        last[0] = CLASSES - 1;
        DetectionHead head = DetectionStep.head(HEIGHT, WIDTH, CLASSES);
        double[] raw = raw(head, random);
        try (DetectionStep beyond = new DetectionStep(head, IMAGES, raw, targets(box), 0, 1, 1);
                DetectionStep within = new DetectionStep(head, IMAGES, raw, targets(last), 0, 1, 1)) {
            assertEquals(within.total, beyond.total);
            assertArrayEquals(within.gradient, beyond.gradient);
        }
    }

    @Test
    void extremeLogitsGiveNumbers() {
        DetectionHead head = DetectionStep.head(HEIGHT, WIDTH, CLASSES);
        double[] raw = raw(head, random);
        for (int i = 0; i < raw.length; i++) {
            raw[i] = random.nextInt(4) == 0 ? (random.nextBoolean() ? 1500 : -1500) : raw[i];
        }
        agrees(head, raw, targets(boxes(12, 8, 80)));
    }

    @Test
    void agreeOnManyClassesAndOnOne() {
        for (int classes : new int[] {80, 1, 17}) {
            DetectionHead head = DetectionStep.head(64, 64, classes);
            double[] targets =
                    targets(new double[] {classes - 1, 3, 5, 40, 50}, new double[] {0, 30, 30, 60, 62}, PADDING);
            agrees(head, raw(head, random), targets);
        }
    }

    @Test
    void theGradientScalesWithItsSeed() {
        DetectionHead head = DetectionStep.head(HEIGHT, WIDTH, CLASSES);
        double[] raw = raw(head, random);
        double[] targets = targets(boxes(6, 8, 80));
        try (DetectionStep one = new DetectionStep(head, IMAGES, raw, targets, 0, 1, 1);
                DetectionStep quarter = new DetectionStep(head, IMAGES, raw, targets, 0, 1, 0.25f)) {
            for (int i = 0; i < one.gradient.length; i++) {
                assertEquals(one.gradient[i] / 4, quarter.gradient[i]);
            }
        }
    }

    @Test
    void resultsDoNotDependOnTheNumberOfThreads() {
        DetectionHead head = DetectionStep.head(HEIGHT, WIDTH, CLASSES);
        double[] raw = raw(head, random);
        double[] targets = targets(boxes(20, 8, 80));
        try (DetectionStep one = new DetectionStep(head, IMAGES, raw, targets, 0, 1, 1);
                DetectionStep three = new DetectionStep(head, IMAGES, raw, targets, 0, 3, 1)) {
            assertEquals(one.total, three.total);
            assertArrayEquals(one.gradient, three.gradient);
            assertArrayEquals(one.predictions, three.predictions);
        }
    }

    @Test
    void decodeGivesTheReferencePredictions() throws IOException {
        ReferenceTensors tensors = new ReferenceTensors();
        DetectionHead head = DetectionStep.head(ReferenceTensors.SIZE, ReferenceTensors.SIZE, ReferenceTensors.CLASSES);
        double[] expected = DetectionLossReferenceTest.doubles(tensors.get("eval_predictions"));
        double[] raw = DetectionLossReferenceTest.doubles(tensors.rows("eval_raw_"));
        try (DetectionStep step = new DetectionStep(head, IMAGES, raw, new double[0], 5, 2, 1)) {
            int anchors = head.grid().anchors();
            for (int i = 0; i < expected.length; i++) {
                boolean pixels = i / anchors % (4 + ReferenceTensors.CLASSES) < 4;
                double scale = pixels ? ReferenceTensors.SIZE : expected[i];
                assertEquals(expected[i], step.predictions[i], 1e-6 * scale);
            }
        }
    }
}
