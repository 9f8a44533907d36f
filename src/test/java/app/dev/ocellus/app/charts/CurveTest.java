package dev.ocellus.app.charts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.charts.Curve.Goal;
import org.junit.jupiter.api.Test;

class CurveTest {

    @Test
    void staysBoundedAndKeepsItsShapeHoweverLongTheRun() {
        Curve curve = new Curve("loss", 0, Goal.NONE);
        for (int i = 0; i < 200_000; i++) {
            curve.add(i, i * 2.0);
        }
        assertTrue(curve.size() <= 16_384, () -> "points: " + curve.size());
        for (int i = 1; i < curve.size(); i++) {
            assertTrue(curve.x(i) > curve.x(i - 1));
            assertEquals(curve.x(i) * 2, curve.y(i), 1e-6);
        }
    }

    @Test
    void lastAndBestAreValuesAsTheyCameAndNoMeans() {
        Curve curve = new Curve("mAP", 0, Goal.HIGHEST);
        for (int i = 0; i < 50_000; i++) {
            curve.add(i, i == 30_001 ? 9 : 0.5);
        }
        assertEquals(9, curve.best());
        assertEquals(30_001, curve.bestX());
        assertEquals(0.5, curve.last());
    }

    @Test
    void theLowestIsTheBestOfACurveThatShouldFall() {
        Curve curve = new Curve("loss", 0, Goal.LOWEST);
        curve.add(1, 3);
        curve.add(2, 1);
        curve.add(3, 2);
        assertEquals(1, curve.best());
        assertEquals(2, curve.bestX());
    }

    @Test
    void leavesOutWhatNoChartCanPlace() {
        Curve curve = new Curve("loss", 0, Goal.LOWEST);
        curve.add(1, Double.NaN);
        curve.add(2, Double.POSITIVE_INFINITY);
        assertEquals(0, curve.size());
        assertTrue(Double.isNaN(curve.last()));
        assertTrue(Double.isNaN(curve.best()));
    }

    @Test
    void beginsAnewAfterClear() {
        Curve curve = new Curve("loss", 0, Goal.LOWEST);
        curve.add(1, 3);
        curve.clear();
        curve.add(1, 5);
        assertEquals(1, curve.size());
        assertEquals(5, curve.best());
    }
}
