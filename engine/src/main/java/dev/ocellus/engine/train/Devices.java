package dev.ocellus.engine.train;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.RunConfig;

/** Opens the device that a configuration asks for. */
public final class Devices {

    private Devices() {}

    /** The configuration with device and number of threads as they will be on this machine. */
    public static RunConfig resolve(RunConfig config) {
        int cores = Runtime.getRuntime().availableProcessors();
        if (config.get(ComputeOptions.DEVICE).equals("auto")) {
            config = config.withEffective(ComputeOptions.DEVICE, "cpu", "the CPU is the only device of this version");
        }
        if (config.get(ComputeOptions.THREADS) == 0) {
            config = config.withEffective(
                    ComputeOptions.THREADS, cores, "this machine has " + cores + (cores == 1 ? " core" : " cores"));
        }
        return config;
    }

    /** Opens the device of a configuration that {@link #resolve} has seen. The caller closes it. */
    public static Backend open(RunConfig config) {
        return new CpuBackend(config.get(ComputeOptions.THREADS), new EngineThreads("compute"));
    }
}
