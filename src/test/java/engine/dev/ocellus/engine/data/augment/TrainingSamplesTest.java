package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingSamplesTest {
    private static final int WIDTH = 96;
    private static final int HEIGHT = 64;
    private static final int EPOCHS = 10;

    private final Arena arena = Arena.ofConfined();
    private final PaintedSource source = new PaintedSource(WIDTH, HEIGHT, arena);
    private final RgbImage input = Painted.plain(WIDTH, HEIGHT, 0, 0, 0, arena);
    private final BoxList boxes = new BoxList();

    @BeforeAll
    static void load() {
        OpenCv.load();
    }

    @AfterEach
    void free() {
        arena.close();
    }

    private Letterbox make(AugmentSettings settings, int epoch, long seed) {
        try (TrainingSamples samples = new TrainingSamples(source, settings, EPOCHS)) {
            return samples.make(0, epoch, seed, input, boxes);
        }
    }

    private static AugmentSettings settings(
            double mosaic,
            double mixup,
            double hsv,
            double flip,
            double flipud,
            double degrees,
            double shear,
            double p) {
        return new AugmentSettings(mosaic, mixup, hsv, flip, flipud, degrees, 0.1, 0.7, 1.3, shear, p);
    }

    private void addPainted(int width, int height, int left, int top, int right, int bottom) {
        RgbImage image = Painted.plain(width, height, 0, 0, 0, arena);
        Painted.fill(image, left, top, right, bottom, 255, 0, 0);
        source.add(image, Painted.label(2, image, left, top, right, bottom));
    }

    private void assertBoxIsWhatIsPainted(double tolerance) {
        assertEquals(1, boxes.size());
        assertEquals(2, boxes.cls(0));
        assertArrayEquals(
                new double[] {boxes.x1(0), boxes.y1(0), boxes.x2(0), boxes.y2(0)}, Painted.redExtent(input), tolerance);
    }

    @Test
    void leavesAPictureOfTheRightSizeAlone() {
        addPainted(WIDTH, HEIGHT, 10, 5, 40, 33);
        make(AugmentSettings.NONE, 0, 1);
        assertBoxIsWhatIsPainted(1e-4);
        assertEquals(10, boxes.x1(0), 1e-4);
    }

    @Test
    void enlargesAndLetterboxesASmallPicture() {
        addPainted(24, 32, 4, 6, 10, 20);
        make(AugmentSettings.NONE, 0, 1);
        assertBoxIsWhatIsPainted(1e-4);
        assertArrayEquals(new double[] {8, 12, 20, 40}, Painted.redExtent(input));
        assertEquals(Letterbox.PAD, Painted.value(input, 60, 30, 0));
    }

    @Test
    void mirrorsThePictureAndNotTheGrayBesideIt() {
        addPainted(24, 32, 4, 6, 10, 20);
        make(settings(0, 0, 0, 1, 1, 0, 0, 0), 0, 1);
        assertArrayEquals(new double[] {48 - 20, 64 - 40, 48 - 8, 64 - 12}, Painted.redExtent(input));
        assertBoxIsWhatIsPainted(1e-4);
    }

    @Test
    void shiftsColoursOfThePictureAndNotOfTheGrayBesideIt() {
        source.add(Painted.plain(24, 32, 80, 100, 120, arena));
        boolean changed = false;
        for (int seed = 0; seed < 20; seed++) {
            make(settings(0, 0, 1, 0, 0, 0, 0, 0), 0, seed);
            changed |= Painted.value(input, 10, 10, 2) != 120;
            assertEquals(Letterbox.PAD, Painted.value(input, 60, 30, 2));
        }
        assertTrue(changed);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0, 0",
        "1, 1, 0, 0, 0",
        "0.5, 0.5, 0, 10, 0",
        "0, 0, 25, 0, 0",
        "0.5, 0, 15, 10, 0",
        "0.5, 0.5, 0, 0, 0.003",
        "0.5, 0.5, 10, 5, 0.002"
    })
    void keepsTheBoxOnItsObjectInAMosaic(double flip, double flipud, double degrees, double shear, double perspective) {
        AugmentSettings settings = settings(1, 0, 0, flip, flipud, degrees, shear, perspective);
        addPainted(WIDTH, HEIGHT, 60, 38, 86, 58);
        for (int other = 0; other < 30; other++) {
            source.add(Painted.plain(WIDTH, HEIGHT, 0, 0, 0, arena));
        }
        int compared = 0;
        for (int seed = 0; seed < 60; seed++) {
            make(settings, 0, seed);
            boolean whole = boxes.size() == 1
                    && boxes.x1(0) > 1
                    && boxes.y1(0) > 1
                    && boxes.x2(0) < WIDTH - 1
                    && boxes.y2(0) < HEIGHT - 1;
            if (whole) {
                assertBoxIsWhatIsPainted(1.2);
                compared++;
            }
        }
        assertTrue(compared > 15, "compared only " + compared);
    }

    @Test
    void cutsBoxesAtTheBorderOfAMosaic() {
        AugmentSettings settings = new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0);
        addPainted(WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT);
        for (int other = 0; other < 30; other++) {
            source.add(Painted.plain(WIDTH, HEIGHT, 0, 0, 0, arena));
        }
        for (int seed = 0; seed < 20; seed++) {
            make(settings, 0, seed);
            if (boxes.size() == 1) {
                assertBoxIsWhatIsPainted(1e-4);
            }
        }
    }

    @Test
    void neverEnlargesAPictureInAMosaic() {
        AugmentSettings settings = new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0);
        addPainted(20, 20, 0, 0, 20, 20);
        make(settings, 0, 3);
        assertEquals(4, boxes.size());
        for (int i = 0; i < 4; i++) {
            assertEquals(10, boxes.x2(i) - boxes.x1(i), 1e-3);
            assertEquals(10, boxes.y2(i) - boxes.y1(i), 1e-3);
        }
    }

    @Test
    void makesLargePicturesOfAMosaicFitTheInput() {
        AugmentSettings settings = new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0);
        addPainted(2 * WIDTH, 2 * HEIGHT, 0, 0, 2 * WIDTH, 2 * HEIGHT);
        make(settings, 0, 3);
        assertEquals(4, boxes.size());
        double area = 0;
        for (int i = 0; i < 4; i++) {
            area += (boxes.x2(i) - boxes.x1(i)) * (boxes.y2(i) - boxes.y1(i));
        }
        int red = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                red += Painted.value(input, x, y, 0) > 200 ? 1 : 0;
            }
        }
        assertEquals(red, area, 2 * (WIDTH + HEIGHT));
    }

    @Test
    void readsOnlyPicturesThatAreInSight() {
        AugmentSettings near = new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0);
        addPainted(WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT);
        for (int seed = 0; seed < 40; seed++) {
            make(near, 0, seed);
        }
        assertTrue(source.read.size() < 40 * 2.5, "read " + source.read.size());
        assertTrue(source.read.size() >= 40);
    }

    @Test
    void dropsBoxesOfAMosaicThatAreTwoPixelsOrLess() {
        AugmentSettings settings = new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0);
        RgbImage image = Painted.plain(20, 20, 0, 0, 0, arena);
        source.add(image, Painted.label(0, image, 2, 2, 6, 12), Painted.label(1, image, 2, 2, 7, 12));
        make(settings, 0, 9);
        assertEquals(4, boxes.size());
        for (int i = 0; i < 4; i++) {
            assertEquals(1, boxes.cls(i));
        }
    }

    @Test
    void dropsBoxesOfAPictureThatAreOnePixelOrLess() {
        RgbImage image = Painted.plain(WIDTH, HEIGHT, 0, 0, 0, arena);
        source.add(image, new Box(0, 0.5f, 0.5f, 0.99f / WIDTH, 0.5f), new Box(1, 0.5f, 0.5f, 1.01f / WIDTH, 0.5f));
        make(AugmentSettings.NONE, 0, 9);
        assertEquals(1, boxes.size());
        assertEquals(1, boxes.cls(0));
    }

    @Test
    void leavesASampleUnchangedWhoseBoxesWouldAllBeDropped() {
        RgbImage image = Painted.plain(WIDTH, HEIGHT, 80, 100, 120, arena);
        Painted.fill(image, 10, 20, 11, 21, 255, 0, 0);
        source.add(image, Painted.label(1, image, 10, 20, 11, 21));
        for (int seed = 0; seed < 10; seed++) {
            make(settings(0, 0, 1, 1, 1, 0, 0, 0), 0, seed);
            assertEquals(1, boxes.size());
            assertArrayEquals(new double[] {10, 20, 11, 21}, Painted.redExtent(input));
            assertEquals(10, boxes.x1(0), 1e-4);
            assertEquals(120, Painted.value(input, 50, 50, 2));
        }
    }

    @Test
    void changesPicturesWithoutABoxToo() {
        RgbImage image = Painted.plain(WIDTH, HEIGHT, 0, 0, 0, arena);
        Painted.fill(image, 0, 0, 10, 10, 255, 0, 0);
        source.add(image);
        make(settings(0, 0, 0, 1, 0, 0, 0, 0), 0, 1);
        assertEquals(0, boxes.size());
        assertArrayEquals(new double[] {WIDTH - 10, 0, WIDTH, 10}, Painted.redExtent(input));
    }

    @Test
    void blendsAMosaicWithAPlainSampleAndKeepsTheBoxesOfBoth() {
        AugmentSettings settings = new AugmentSettings(1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0);
        source.add(Painted.plain(WIDTH, HEIGHT, 200, 0, 0, arena));
        make(new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0), 0, 5);
        assertEquals(0, boxes.size());
        byte[] mosaic = input.pixels().toArray(ValueLayout.JAVA_BYTE);
        make(settings, 0, 5);
        assertArrayEquals(mosaic, input.pixels().toArray(ValueLayout.JAVA_BYTE)); // of equal pictures

        PaintedSource two = new PaintedSource(WIDTH, HEIGHT, arena);
        RgbImage white = Painted.plain(WIDTH, HEIGHT, 250, 250, 250, arena);
        two.add(white, Painted.label(0, white, 0, 0, WIDTH, HEIGHT));
        RgbImage black = Painted.plain(WIDTH, HEIGHT, 0, 0, 0, arena);
        two.add(black, Painted.label(1, black, 10, 10, 30, 30));
        int blended = 0;
        for (int seed = 0; seed < 30; seed++) {
            try (TrainingSamples samples = new TrainingSamples(two, settings, EPOCHS)) {
                samples.make(0, 0, seed, input, boxes);
            }
            int last = boxes.size() - 1;
            boolean secondIsBlack = boxes.cls(last) == 1 && boxes.x1(last) == 10 && boxes.x2(last) == 30;
            boolean secondIsWhite = boxes.cls(last) == 0 && boxes.x1(last) == 0 && boxes.x2(last) == WIDTH;
            assertTrue(secondIsBlack || secondIsWhite);
            int middle = Painted.value(input, WIDTH / 2, HEIGHT / 2, 0);
            assertTrue(middle == 0 || middle == 250 || (middle > 250 * 0.25 && middle < 250 * 0.75), "value " + middle);
            blended += middle != 0 && middle != 250 ? 1 : 0;
        }
        assertTrue(blended > 5);
    }

    @Test
    void makesNoMosaicInTheLastEpochs() {
        addPainted(WIDTH, HEIGHT, 10, 5, 40, 33);
        AugmentSettings settings = settings(1, 1, 0, 0, 0, 0, 0, 0);
        make(settings, EPOCHS, 4);
        assertBoxIsWhatIsPainted(1e-4);
        assertEquals(1, boxes.size());
        make(settings, EPOCHS - 1, 4);
        assertTrue(boxes.size() > 1);
    }

    @Test
    void dependsOnTheSeedAlone() {
        AugmentSettings settings = settings(1, 0.5, 1, 0.5, 0.5, 20, 5, 0.001);
        addPainted(WIDTH, HEIGHT, 10, 5, 40, 33);
        addPainted(200, 120, 100, 50, 140, 93);
        make(settings, 0, 1);
        byte[] first = input.pixels().toArray(ValueLayout.JAVA_BYTE);
        make(settings, 0, 2);
        byte[] second = input.pixels().toArray(ValueLayout.JAVA_BYTE);
        make(settings, 3, 1);
        assertArrayEquals(first, input.pixels().toArray(ValueLayout.JAVA_BYTE));
        assertTrue(!Arrays.equals(first, second));
    }
}
