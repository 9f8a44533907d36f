package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LetterboxTest {

    @BeforeAll
    static void load() {
        OpenCv.load();
    }

    @Test
    void takesTheSmallerRatioAndTruncatesTheSides() {
        Letterbox letterbox = new Letterbox(500, 333, 640, 640);
        assertEquals(1.28, letterbox.scale());
        assertEquals(640, letterbox.width());
        assertEquals(426, letterbox.height()); // 426.24
        assertFalse(letterbox.reduces());
    }

    @Test
    void fitsRectangularInputs() {
        Letterbox letterbox = new Letterbox(1000, 1000, 640, 384);
        assertEquals(0.384, letterbox.scale());
        assertEquals(384, letterbox.width());
        assertEquals(384, letterbox.height());
        assertTrue(letterbox.reduces());
    }

    @Test
    void keepsOnePixelOfAVeryFlatPicture() {
        assertEquals(1, new Letterbox(4000, 8, 320, 320).height());
    }

    @Test
    void mapsBackIntoThePicture() {
        Letterbox letterbox = new Letterbox(1280, 960, 640, 640);
        assertEquals(200, letterbox.xToSource(100));
        assertEquals(960, letterbox.yToSource(500));
        assertEquals(1000, letterbox.toSource(500));
        assertEquals(0, letterbox.xToSource(-3));
    }

    @Test
    void refusesSizesBelowOnePixel() {
        assertThrows(IllegalArgumentException.class, () -> new Letterbox(0, 5, 32, 32));
    }

    @Test
    void putsThePictureAtTheTopLeftAndGrayAroundIt() {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage picture = Painted.plain(20, 10, 200, 100, 50, arena);
            RgbImage input = Painted.plain(40, 36, 1, 2, 3, arena);
            new Letterbox(20, 10, 40, 36).draw(picture, input);
            for (int y = 0; y < 36; y++) {
                for (int x = 0; x < 40; x++) {
                    assertEquals(y < 20 ? 200 : 114, Painted.value(input, x, y, 0));
                    assertEquals(y < 20 ? 50 : 114, Painted.value(input, x, y, 2));
                }
            }
        }
    }

    @Test
    void interpolatesBilinearlyBetweenPixelCentres() {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage picture = Painted.plain(2, 1, 0, 0, 0, arena);
            Painted.fill(picture, 1, 0, 2, 1, 100, 100, 100);
            RgbImage input = Painted.plain(4, 2, 0, 0, 0, arena);
            new Letterbox(2, 1, 4, 2).draw(picture, input);
            for (int y = 0; y < 2; y++) {
                assertEquals(0, Painted.value(input, 0, y, 0));
                assertEquals(25, Painted.value(input, 1, y, 0));
                assertEquals(75, Painted.value(input, 2, y, 0));
                assertEquals(100, Painted.value(input, 3, y, 0));
            }
        }
    }

    @Test
    void drawsAReducedPictureLikeTheWholeOne() {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage picture = Painted.plain(100, 77, 10, 20, 30, arena);
            Painted.fill(picture, 13, 20, 57, 60, 255, 0, 90);
            Letterbox letterbox = new Letterbox(100, 77, 48, 40);
            RgbImage reduced = Painted.plain(letterbox.width(), letterbox.height(), 0, 0, 0, arena);
            letterbox.reduce(picture, reduced);
            RgbImage once = Painted.plain(48, 40, 0, 0, 0, arena);
            RgbImage twice = Painted.plain(48, 40, 0, 0, 0, arena);
            letterbox.draw(picture, once);
            letterbox.draw(reduced, twice);
            assertArrayEquals(
                    once.pixels().toArray(ValueLayout.JAVA_BYTE), twice.pixels().toArray(ValueLayout.JAVA_BYTE));
        }
    }
}
