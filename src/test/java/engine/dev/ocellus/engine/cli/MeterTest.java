package dev.ocellus.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeterTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private Console console(boolean quiet, boolean terminal) {
        return new Console(err, err, false, quiet, terminal);
    }

    @Test
    void elsewhereThanOnATerminalLinesAreFewAndPlain() {
        try (Meter meter = console(false, false).meter()) {
            for (int i = 1; i <= 1000; i++) {
                meter.report("indexing", i, 1000);
            }
        }
        assertTrue(bytes.toString(StandardCharsets.UTF_8).endsWith("indexing 1000/1000" + System.lineSeparator()));
        assertFalse(bytes.toString(StandardCharsets.UTF_8).contains("\r"));
        assertEquals(1, bytes.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void onATerminalOneLineIsDrawnAgainAndRemovedInTheEnd() {
        try (Meter meter = console(false, true).meter()) {
            meter.report("indexing", 5, 10);
            meter.line("a note");
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("\r[#####.....] 50 % indexing 5/10"), text);
        assertTrue(text.endsWith("\ra note" + System.lineSeparator()), text);
    }

    @Test
    void aLongLineIsCutSoThatTheTerminalDoesNotBreakIt() {
        try (Meter meter = console(false, true).meter()) {
            meter.show(0.5, "x".repeat(500), false);
        }
        assertTrue(bytes.toString(StandardCharsets.UTF_8).strip().length() < 500);
    }

    @Test
    void quietMeansQuiet() {
        try (Meter meter = console(true, true).meter()) {
            meter.report("indexing", 5, 10);
            meter.line("a note");
        }
        assertEquals("", bytes.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"PT0.4S, 0 s", "PT59.6S, 1 min 00 s", "PT200S, 3 min 20 s", "PT3900S, 1 h 05 min"})
    void spansAreGivenInTwoUnits(Duration span, String text) {
        assertEquals(text, Meter.words(span));
    }
}
