package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HsvJitterTest {

    @BeforeAll
    static void load() {
        OpenCv.load();
    }

    private static void apply(HsvJitter jitter, RgbImage image) {
        try (PointerScope _ = new PointerScope()) {
            jitter.apply(OpenCv.view(image));
        }
    }

    /** Colours in floating point: hue in sixths of a turn, saturation and value 0 to 255. */
    private static double[] hsv(int r, int g, int b) {
        double v = Math.max(r, Math.max(g, b));
        double range = v - Math.min(r, Math.min(g, b));
        double hue = range == 0 ? 0 : v == r ? (g - b) / range : v == g ? 2 + (b - r) / range : 4 + (r - g) / range;
        return new double[] {(hue + 6) % 6, v == 0 ? 0 : 255 * range / v, v};
    }

    /** How far a channel lies below the value, as a share of the range of channels. */
    private static double wedge(double hue, int n) {
        double k = (n + hue) % 6;
        return Math.clamp(Math.min(k, 4 - k), 0, 1);
    }

    @ParameterizedTest
    @CsvSource({"5, 0, 0", "-5, 0, 0", "0, 30, 0", "0, -30, 0", "0, 0, 30", "0, 0, -30", "4, 17, -23", "-3, -29, 11"})
    void shiftsEachPixelAsTheDefinitionOfHsvSays(int hue, int saturation, int value) {
        try (Arena arena = Arena.ofConfined()) {
            int side = 37; // not a multiple of a strip
            RgbImage image = Painted.plain(side, side, 0, 0, 0, arena);
            SplittableRandom random = new SplittableRandom(1);
            int[] colours = random.ints(3L * side * side, 0, 256).toArray();
            for (int i = 0; i < colours.length; i++) {
                image.pixels().set(ValueLayout.JAVA_BYTE, i, (byte) colours[i]);
            }
            apply(new HsvJitter(hue, saturation, value), image);
            double worst = 0;
            for (int i = 0; i < colours.length; i += 3) {
                double[] hsv = hsv(colours[i], colours[i + 1], colours[i + 2]);
                hsv[0] = (hsv[0] + hue / 30.0 + 6) % 6;
                hsv[1] = Math.clamp(hsv[1] + saturation, 0, 255);
                hsv[2] = Math.clamp(hsv[2] + value, 0, 255);
                int[] n = {5, 3, 1};
                for (int c = 0; c < 3; c++) {
                    int got = image.pixels().get(ValueLayout.JAVA_BYTE, i + c) & 0xFF;
                    // Rounding a hue to two degrees moves a full colour by up to 4.25.
                    worst = Math.max(worst, Math.abs(got - (hsv[2] - hsv[2] * hsv[1] / 255 * wedge(hsv[0], n[c]))));
                }
            }
            assertTrue(worst < 6, "off by " + worst);
        }
    }

    @Test
    void leavesColoursAloneWhenAllShiftsAreZero() {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage image = Painted.plain(5, 5, 13, 77, 201, arena);
            apply(new HsvJitter(0, 0, 0), image);
            assertEquals(13, Painted.value(image, 4, 4, 0));
            assertEquals(77, Painted.value(image, 4, 4, 1));
            assertEquals(201, Painted.value(image, 4, 4, 2));
        }
    }

    @Test
    void drawsEachPartWithinItsRangeAndZeroHalfOfTheTime() {
        SplittableRandom random = new SplittableRandom(7);
        int count = 20_000;
        int zeroValues = 0;
        int mostHue = 0;
        int mostSaturation = 0;
        int mostValue = 0;
        for (int i = 0; i < count; i++) {
            HsvJitter jitter = HsvJitter.random(random);
            zeroValues += jitter.value() == 0 ? 1 : 0;
            mostHue = Math.max(mostHue, Math.abs(jitter.hue()));
            mostSaturation = Math.max(mostSaturation, Math.abs(jitter.saturation()));
            mostValue = Math.max(mostValue, Math.abs(jitter.value()));
        }
        // Truncation makes another thirtieth of the drawn shifts zero.
        assertEquals(0.5 + 0.5 / 30, (double) zeroValues / count, 0.02);
        assertEquals(4, mostHue);
        assertEquals(29, mostSaturation);
        assertEquals(29, mostValue);
    }
}
