package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.opencv_core.Mat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MosaicViewTest {
    private static final int WIDTH = 96;
    private static final int HEIGHT = 64;

    @BeforeAll
    static void load() {
        OpenCv.load();
    }

    private static AugmentSettings settings(double degrees, double shear, double perspective) {
        return new AugmentSettings(1, 0, 0, 0, 0, degrees, 0.2, 0.3, 2.5, shear, perspective);
    }

    @Test
    void showsTheMiddleOfTheCanvasAtItsOwnSize() {
        UprightView view = UprightView.of(1, 0, 0, WIDTH, HEIGHT);
        assertEquals(new Region(48, 32, 144, 96), view.visible());
        assertEquals(new Region(0, 0, WIDTH, HEIGHT), view.target());
    }

    @Test
    void showsAllOfTheCanvasAtHalfItsSize() {
        UprightView view = UprightView.of(0.5, 0, 0, WIDTH, HEIGHT);
        assertEquals(new Region(0, 0, 192, 128), view.visible());
        assertEquals(new Region(0, 0, WIDTH, HEIGHT), view.target());
    }

    @Test
    void leavesGrayBesideACanvasThatIsSmallerThanTheInput() {
        UprightView view = UprightView.of(0.25, 10, 0, WIDTH, HEIGHT);
        assertEquals(new Region(0, 0, 192, 128), view.visible());
        assertEquals(new Region(34, 16, 82, 48), view.target());
    }

    @Test
    void movesContentByTheShift() {
        UprightView view = UprightView.of(1, 9, -4, WIDTH, HEIGHT);
        assertEquals(new Region(39, 36, 135, 100), view.visible());
    }

    @Test
    void isGrayAndWithoutBoxesWhereTheCanvasIsOutOfSight() {
        try (Arena arena = Arena.ofConfined()) {
            UprightView upright = UprightView.of(0.05, WIDTH, 0, WIDTH, HEIGHT);
            WarpedView warped = WarpedView.of(Homography.translation(10 * WIDTH, 0), WIDTH, HEIGHT);
            for (MosaicView view : new MosaicView[] {upright, warped}) {
                assertTrue(view.visible().empty());
                RgbImage input = Painted.plain(WIDTH, HEIGHT, 1, 2, 3, arena);
                view.draw(new RgbImage(0, 0, arena.allocate(0)), input);
                assertEquals(Letterbox.PAD, Painted.value(input, 50, 30, 1));
                BoxList boxes = new BoxList();
                boxes.add(0, 0, 0, 50, 50);
                view.move(boxes);
                assertEquals(0, boxes.size());
            }
        }
    }

    @Test
    void movesBoxesWithThePixelsOfEachView() {
        SplittableRandom random = new SplittableRandom(5);
        for (AugmentSettings settings :
                new AugmentSettings[] {settings(0, 0, 0), settings(30, 15, 0), settings(10, 5, 0.004)}) {
            for (int i = 0; i < 40; i++) {
                MosaicView view = MosaicView.random(random, settings, WIDTH, HEIGHT);
                try (Arena arena = Arena.ofConfined()) {
                    // A disc would not touch its box when it is turned; a box of one corner pixel block does.
                    int left = 60 + random.nextInt(40);
                    int top = 40 + random.nextInt(30);
                    RgbImage canvas = Painted.plain(2 * WIDTH, 2 * HEIGHT, 0, 0, 0, arena);
                    Painted.fill(canvas, left, top, left + 20, top + 16, 255, 0, 0);
                    RgbImage input = draw(view, canvas, arena);
                    BoxList boxes = new BoxList();
                    boxes.add(0, left, top, left + 20, top + 16);
                    view.move(boxes);
                    boolean inside =
                            boxes.x1(0) > 2 && boxes.y1(0) > 2 && boxes.x2(0) < WIDTH - 2 && boxes.y2(0) < HEIGHT - 2;
                    if (inside) {
                        double[] box = {boxes.x1(0), boxes.y1(0), boxes.x2(0), boxes.y2(0)};
                        assertArrayEquals(box, Painted.redExtent(input), 1.2, () -> view.toString());
                    }
                }
            }
        }
    }

    @Test
    void drawsFromTheVisiblePartWhatTheWholeCanvasWouldShow() {
        SplittableRandom random = new SplittableRandom(11);
        try (Arena arena = Arena.ofConfined()) {
            RgbImage canvas = Painted.plain(2 * WIDTH, 2 * HEIGHT, 0, 0, 0, arena);
            for (long i = 0; i < canvas.pixels().byteSize(); i++) {
                canvas.pixels().set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(256));
            }
            for (int i = 0; i < 30; i++) {
                AugmentSettings settings = i % 2 == 0 ? settings(180, 20, 0) : settings(30, 0, 0.01);
                WarpedView view = (WarpedView) MosaicView.random(random, settings, WIDTH, HEIGHT);
                WarpedView whole = new WarpedView(view.map(), new Region(0, 0, 2 * WIDTH, 2 * HEIGHT), WIDTH, HEIGHT);
                assertTrue(difference(draw(view, canvas, arena), draw(whole, canvas, arena)) <= 12, view::toString);
            }
        }
    }

    @Test
    void keepsEachCornerOfTheCanvasInFrontOfTheViewer() {
        Homography tilt = WarpedView.tilt(0.5, -0.3, WIDTH, HEIGHT);
        for (int x = -WIDTH; x <= WIDTH; x += 2 * WIDTH) {
            for (int y = -HEIGHT; y <= HEIGHT; y += 2 * HEIGHT) {
                assertTrue(tilt.w(x, y) > 0.24);
            }
        }
        assertEquals(0.001, WarpedView.tilt(0.001, 0, WIDTH, HEIGHT).g());
    }

    private static RgbImage draw(MosaicView view, RgbImage canvas, Arena arena) {
        Region visible = view.visible();
        RgbImage part = Painted.plain(visible.width(), visible.height(), 0, 0, 0, arena);
        try (PointerScope _ = new PointerScope()) {
            new Mat(OpenCv.view(canvas), visible.rect()).copyTo(OpenCv.view(part));
        }
        RgbImage input = Painted.plain(WIDTH, HEIGHT, 0, 0, 255, arena);
        view.draw(part, input);
        return input;
    }

    private static int difference(RgbImage one, RgbImage other) {
        int most = 0;
        for (long i = 0; i < one.pixels().byteSize(); i++) {
            int a = one.pixels().get(ValueLayout.JAVA_BYTE, i) & 0xFF;
            int b = other.pixels().get(ValueLayout.JAVA_BYTE, i) & 0xFF;
            most = Math.max(most, Math.abs(a - b));
        }
        return most;
    }
}
