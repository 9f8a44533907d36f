package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EarlyStopTest {

    @Test
    void stopsWhenPatienceEpochsBroughtNothingBetter() {
        EarlyStop stop =
                EarlyStop.start(3).after(1, 0.1).after(2, 0.3).after(3, 0.3).after(4, 0.2);
        assertEquals(2, stop.bestEpoch());
        assertEquals(0.3, stop.best());
        assertFalse(stop.shouldStop(4));
        assertTrue(stop.shouldStop(5));
    }

    @Test
    void countsEpochsNotValidations() {
        EarlyStop stop = EarlyStop.start(20).after(10, 0.5).after(20, 0.4);
        assertFalse(stop.shouldStop(20));
        assertTrue(stop.shouldStop(30));
    }

    @Test
    void neverStopsWithoutPatience() {
        assertFalse(EarlyStop.start(0).after(1, 0.5).shouldStop(1000));
    }

    @Test
    void aValueThatCouldNotBeMeasuredIsNeitherBestNorAReasonToStop() {
        EarlyStop stop = EarlyStop.start(2).after(1, -1).after(2, Double.NaN);
        assertEquals(0, stop.bestEpoch());
        assertFalse(stop.shouldStop(50));
        assertTrue(stop.improves(0));
    }
}
