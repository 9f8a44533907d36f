package dev.ocellus.engine.backend.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompileTargetTest {
    private static final int[] KNOWN = {90, 75, 80, 86, 100};

    @ParameterizedTest
    @CsvSource({
        "9, 0, --gpu-architecture=sm_90",
        "8, 6, --gpu-architecture=sm_86",
        "8, 9, --gpu-architecture=compute_86",
        "12, 0, --gpu-architecture=compute_100",
    })
    void aDeviceTheCompilerDoesNotKnowGetsWhatTheDriverCompilesFurther(int major, int minor, String option) {
        assertEquals(option, CompileTarget.of(KNOWN, major, minor, "13.0").option());
    }

    @Test
    void aDeviceOlderThanAllIsRefused() {
        StudioException fault = assertThrows(StudioException.class, () -> CompileTarget.of(KNOWN, 6, 1, "13.0"));
        assertEquals(
                "NVRTC 13.0 does not compile for this GPU: its compute capability is 6.1, the oldest known is 7.5.",
                fault.getMessage());
        assertTrue(fault.cure().contains("device=cpu"), fault.cure());
    }
}
