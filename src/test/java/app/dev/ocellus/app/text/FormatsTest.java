package dev.ocellus.app.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class FormatsTest {

    private final Formats english = new Texts(Locale.ENGLISH).formats();
    private final Formats portuguese = new Texts(Locale.of("pt", "BR")).formats();

    @Test
    void durationsShowTheirTwoLargestUnits() {
        assertEquals("350 ms", english.duration(Duration.ofMillis(350)));
        assertEquals("12 s", english.duration(Duration.ofSeconds(12)));
        assertEquals("3 min 05 s", english.duration(Duration.ofSeconds(185)));
        assertEquals("2 h 05 min", english.duration(Duration.ofMinutes(125)));
        assertEquals("3 d 04 h", english.duration(Duration.ofHours(76)));
    }

    @Test
    void numbersFollowTheLanguage() {
        assertEquals("1,234.5", english.decimal(1234.5, 1));
        assertEquals("1.234,5", portuguese.decimal(1234.5, 1));
    }

    @Test
    void compactNumbersKeepFourDigitsAndAvoidLongZeros() {
        assertEquals("24.99", english.compact(24.987));
        assertEquals("0.501", english.compact(0.501));
        assertEquals("640.2", english.compact(640.2));
        assertEquals("1.00e-04", english.compact(1e-4));
        assertEquals("–", english.compact(Double.NaN));
    }

    @Test
    void smallSharesKeepADigitAfterThePoint() {
        assertEquals("4%", english.percent(0.04));
        assertEquals("0.4%", english.percent(0.004));
        assertEquals("37%", english.percent(0.374));
    }
}
