package dev.ocellus.engine.train;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.RunConfig;

/** Opens the device that a configuration asks for. */
public final class Devices {

    private Devices() {}

    /** The configuration with device and threads as they will be on this machine, and why. */
    public static RunConfig resolve(RunConfig config) {
        int cores = Runtime.getRuntime().availableProcessors();
        String machine = "this machine has " + cores + (cores == 1 ? " core" : " cores");
        if (config.has(ComputeOptions.DEVICE)
                && config.get(ComputeOptions.DEVICE).equals("auto")) {
            config = config.withEffective(ComputeOptions.DEVICE, "cpu", "no other device can be used");
        }
        if (config.has(ComputeOptions.THREADS) && config.get(ComputeOptions.THREADS) == 0) {
            config = config.withEffective(ComputeOptions.THREADS, cores, machine);
        }
        if (config.has(DataOptions.WORKERS) && config.get(DataOptions.WORKERS) > cores) {
            config = config.withEffective(DataOptions.WORKERS, cores, machine);
        }
        if (config.has(ComputeOptions.DETERMINISTIC)) {
            config = config.withEffective(ComputeOptions.DETERMINISTIC, true, "the CPU backend always is");
        }
        return config;
    }

    /** Opens the device of a configuration that {@link #resolve} has seen. The caller closes it. */
    public static Backend open(RunConfig config) {
        return new CpuBackend(config.get(ComputeOptions.THREADS), new EngineThreads("compute"));
    }
}
