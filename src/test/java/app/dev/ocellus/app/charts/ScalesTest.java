package dev.ocellus.app.charts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.charts.Curve.Goal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalesTest {

    @Test
    void linearTicksAreRoundAndInside() {
        assertEquals(
                List.of(0.0, 0.2, 0.4),
                Ticks.linear(new Span(0, 0.5), 3).stream()
                        .map(tick -> Math.round(tick * 10) / 10.0)
                        .toList());
        assertEquals(List.of(-50.0, 0.0, 50.0), Ticks.linear(new Span(-60, 60), 3));
    }

    @Test
    void axesThatCountHaveNoHalves() {
        for (double tick : Ticks.whole(new Span(1, 4), 8)) {
            assertEquals(Math.rint(tick), tick);
        }
    }

    @Test
    void logarithmicTicksArePowersOfTen() {
        assertEquals(List.of(0.01, 0.1, 1.0, 10.0), Ticks.logarithmic(new Span(0.005, 20), 5));
    }

    @Test
    void aNarrowLogarithmicSpanStillHasTicks() {
        assertTrue(Ticks.logarithmic(new Span(2, 8), 4).size() >= 2);
    }

    @Test
    void anAxisPutsAValueBackWhereItTookItFrom() {
        Axis even = new Axis(new Span(2, 10), 300, 20, false);
        assertEquals(7.3, even.value(even.pixel(7.3)), 1e-9);
        Axis logarithmic = new Axis(new Span(0.001, 100), 300, 20, true);
        assertEquals(0.5, logarithmic.value(logarithmic.pixel(0.5)), 1e-9);
        assertEquals(160, new Axis(new Span(1, 100), 300, 20, true).pixel(10), 1e-9);
    }

    @Test
    void zoomKeepsThePointUnderThePointer() {
        Span zoomed = new Span(0, 100).zoom(0.5, 20);
        assertEquals(10, zoomed.low());
        assertEquals(60, zoomed.high());
    }

    @Test
    void aMovedSpanStaysWithinTheWhole() {
        Span whole = new Span(0, 100);
        assertEquals(new Span(60, 100), new Span(70, 110).within(whole));
        assertEquals(new Span(0, 40), new Span(-5, 35).within(whole));
        assertEquals(whole, new Span(-50, 200).within(whole));
    }

    @Test
    void aChartOfNothingHasASpan() {
        assertEquals(new Span(0, 1), ValueRange.of(List.of(), new Span(0, 1), false));
    }

    @Test
    void aLogarithmicRangeLeavesZerosOut() {
        Curve curve = new Curve("lr", 0, Goal.NONE);
        curve.add(0, 0);
        curve.add(1, 0.01);
        curve.add(2, 1);
        Span range = ValueRange.of(List.of(curve), new Span(0, 2), true);
        assertTrue(range.low() > 0.005 && range.low() < 0.01, range::toString);
    }

    @Test
    void lossesThatArePositiveNeverGetANegativeAxis() {
        Curve curve = new Curve("loss", 0, Goal.NONE);
        curve.add(0, 0.01);
        curve.add(1, 6);
        assertEquals(0, ValueRange.of(List.of(curve), new Span(0, 1), false).low());
    }
}
