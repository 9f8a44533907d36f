package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class AugmentSettingsTest {

    @Test
    void countsThePicturesThatASampleCanShow() {
        assertEquals(1, AugmentSettings.NONE.picturesPerSample());
        assertEquals(4, new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0).picturesPerSample());
        assertEquals(5, new AugmentSettings(1, 0.1, 0, 0, 0, 0, 0, 1, 1, 0, 0).picturesPerSample());
        assertEquals(1, new AugmentSettings(0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0).picturesPerSample());
    }

    @Test
    void refusesAnEmptyRangeOfScales() {
        assertThrows(IllegalArgumentException.class, () -> new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0));
    }
}
