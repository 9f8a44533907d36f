package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Setting;
import dev.ocellus.engine.run.Source;
import org.junit.jupiter.api.Test;

class DevicesTest {

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private static RunConfig training(String name, int value) {
        return Devices.resolve(RunConfig.builder(Scope.TRAIN)
                .set("data", "d.yaml", Source.FORM)
                .set(name, String.valueOf(value), Source.FORM)
                .build());
    }

    @Test
    void whatIsLeftOpenIsSettledWithAReason() {
        RunConfig config = training("threads", 0);
        assertEquals("cpu", config.get(ComputeOptions.DEVICE));
        assertEquals(CORES, config.get(ComputeOptions.THREADS));
        assertTrue(config.get(ComputeOptions.DETERMINISTIC));
        for (Setting<?> setting : config.settings()) {
            assertEquals(
                    setting.changed(),
                    setting.used() && !setting.why().isEmpty(),
                    setting.option().name());
        }
    }

    @Test
    void whatWasAskedForIsKeptWhereItCanBe() {
        assertEquals(1, training("threads", 1).get(ComputeOptions.THREADS));
        assertFalse(training("workers", 1).setting(DataOptions.WORKERS).changed());
    }

    @Test
    void moreLoaderThreadsThanCoresAreNotMade() {
        Setting<Integer> workers = training("workers", CORES + 1).setting(DataOptions.WORKERS);
        assertEquals(CORES, workers.effective());
        assertTrue(workers.why().startsWith("this machine has "), workers.why());
    }
}
