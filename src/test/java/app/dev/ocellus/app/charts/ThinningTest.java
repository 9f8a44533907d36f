package dev.ocellus.app.charts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.charts.Curve.Goal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThinningTest {

    @Test
    void noPeakIsLostAndFewPointsRemain() {
        List<Double> ys = new ArrayList<>();
        Decimation.forEach(
                100_000, i -> i / 500.0, i -> i == 61_234 ? -40 : i == 61_235 ? 90 : Math.sin(i), (x, y) -> ys.add(y));
        assertTrue(ys.size() <= 4 * 200, () -> "points: " + ys.size());
        assertTrue(ys.contains(-40.0) && ys.contains(90.0));
    }

    @Test
    void pointsKeepTheirOrder() {
        List<Double> xs = new ArrayList<>();
        Decimation.forEach(10_000, i -> i / 100.0, i -> Math.cos(i * 0.7), (x, y) -> xs.add(x));
        for (int i = 1; i < xs.size(); i++) {
            assertTrue(xs.get(i) > xs.get(i - 1));
        }
    }

    @Test
    void aShortLineIsDrawnPointByPoint() {
        List<Double> ys = new ArrayList<>();
        Decimation.forEach(3, i -> i * 50.0, i -> i * 2.0, (x, y) -> ys.add(y));
        assertEquals(List.of(0.0, 2.0, 4.0), ys);
    }

    @Test
    void smoothingKeepsAConstantLine() {
        Curve curve = new Curve("loss", 0, Goal.NONE);
        for (int i = 0; i < 100; i++) {
            curve.add(i, 3);
        }
        for (double value : Smoothing.apply(curve, 0.95)) {
            assertEquals(3, value, 1e-9);
        }
    }

    @Test
    void smoothingWeighsThePastAsAsked() {
        Curve curve = new Curve("loss", 0, Goal.NONE);
        curve.add(0, 1);
        curve.add(1, 2);
        double[] smooth = Smoothing.apply(curve, 0.5);
        assertEquals(1, smooth[0], 1e-12);
        assertEquals((0.25 * 1 + 0.5 * 2) / 0.75, smooth[1], 1e-12);
    }
}
