package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccumulationTest {

    @ParameterizedTest
    @CsvSource({"64, 16, 4", "64, 24, 3", "20, 8, 2", "28, 8, 4", "8, 64, 1", "0, 16, 1"})
    void roundsTheNominalBatch(int nominal, int batch, int batches) {
        assertEquals(batches, Accumulation.of(nominal, batch, 100).batches());
    }

    @Test
    void theLastWindowOfAnEpochHasItsRealLength() {
        Accumulation sum = Accumulation.of(64, 16, 10);
        assertEquals(3, sum.stepsPerEpoch());
        assertEquals(4, sum.window(7));
        assertEquals(2, sum.window(8));
        assertEquals(2, sum.window(9));
        assertTrue(sum.first(8));
        assertFalse(sum.last(8));
        assertTrue(sum.last(9));
        assertTrue(sum.last(3));
        assertFalse(sum.first(3));
    }
}
