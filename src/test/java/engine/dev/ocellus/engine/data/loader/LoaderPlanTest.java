package dev.ocellus.engine.data.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class LoaderPlanTest {

    private static LoaderPlan plan(int samples, int batch, boolean training) {
        return new LoaderPlan(samples, batch, 64, 64, 32, training, 0, 3, 3, 0, 0);
    }

    @Test
    void leavesOutALastBatchThatIsNotFullInTraining() {
        assertEquals(2, plan(10, 4, true).batchesPerEpoch());
        assertEquals(8, plan(10, 4, true).samplesPerEpoch());
    }

    @Test
    void keepsALastBatchThatIsNotFullInValidation() {
        assertEquals(3, plan(10, 4, false).batchesPerEpoch());
        assertEquals(10, plan(10, 4, false).samplesPerEpoch());
    }

    @Test
    void makesBatchesOfWhatThereIsWhereThatIsLess() {
        assertEquals(3, plan(3, 8, true).batchSize());
        assertEquals(1, plan(3, 8, true).batchesPerEpoch());
        assertEquals(3, plan(3, 8, false).batchSize());
    }

    @Test
    void roundsRowsUpToTwiceAndTwiceAgain() {
        assertEquals(32, LoaderPlan.bucket(0, 300));
        assertEquals(32, LoaderPlan.bucket(32, 300));
        assertEquals(64, LoaderPlan.bucket(33, 300));
        assertEquals(128, LoaderPlan.bucket(120, 300));
        assertEquals(300, LoaderPlan.bucket(4900, 300));
        assertEquals(20, LoaderPlan.bucket(4900, 20));
    }

    @Test
    void refusesEmptyCounts() {
        assertThrows(IllegalArgumentException.class, () -> plan(0, 4, true));
        assertThrows(IllegalArgumentException.class, () -> plan(4, 0, true));
    }
}
