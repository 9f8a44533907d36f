package dev.ocellus.engine.train;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.backend.cuda.CudaDevices;
import dev.ocellus.engine.backend.cuda.CudaSettings;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.RunConfig;
import java.util.List;

/** Opens the device that a configuration asks for. */
public final class Devices {

    private Devices() {}

    /** The configuration with device and threads as they will be on this machine, and why. */
    public static RunConfig resolve(RunConfig config) {
        int cores = Runtime.getRuntime().availableProcessors();
        String machine = "this machine has " + cores + (cores == 1 ? " core" : " cores");
        if (config.has(ComputeOptions.DEVICE)
                && config.get(ComputeOptions.DEVICE).equals("auto")) {
            config = automatic(config);
        }
        if (config.has(ComputeOptions.THREADS) && config.get(ComputeOptions.THREADS) == 0) {
            config = config.withEffective(ComputeOptions.THREADS, cores, machine);
        }
        if (config.has(DataOptions.WORKERS) && config.get(DataOptions.WORKERS) > cores) {
            config = config.withEffective(DataOptions.WORKERS, cores, machine);
        }
        if (config.has(ComputeOptions.DETERMINISTIC)) {
            config = config.withEffective(ComputeOptions.DETERMINISTIC, true, "the engine always is");
        }
        return config.has(ComputeOptions.DEVICE)
                        && config.get(ComputeOptions.DEVICE).equals("cpu")
                ? withoutGpu(config)
                : config;
    }

    /** Turns off what only a GPU does. */
    private static RunConfig withoutGpu(RunConfig config) {
        for (Option<Boolean> option : List.of(ComputeOptions.TF32, ComputeOptions.AMP)) {
            if (config.has(option) && config.get(option)) {
                config = config.withEffective(option, false, "the CPU computes in float32");
            }
        }
        if (config.has(ComputeOptions.CUDA_GRAPH)
                && !config.get(ComputeOptions.CUDA_GRAPH).equals("off")) {
            config = config.withEffective(ComputeOptions.CUDA_GRAPH, "off", "the CPU records nothing");
        }
        if (config.has(ComputeOptions.CUDNN_BENCHMARK) && config.get(ComputeOptions.CUDNN_BENCHMARK)) {
            config = config.withEffective(ComputeOptions.CUDNN_BENCHMARK, false, "the CPU does not use cuDNN");
        }
        return config;
    }

    private static RunConfig automatic(RunConfig config) {
        try {
            CudaDevices.probe();
            return config.withEffective(ComputeOptions.DEVICE, "cuda", "the machine has an NVIDIA GPU");
        } catch (StudioException unusable) {
            return config.withEffective(
                    ComputeOptions.DEVICE, "cpu", "no GPU can be used: " + clause(unusable.getMessage()));
        }
    }

    /** A sentence without its full stop, to go on after it. */
    private static String clause(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** Opens the device of a configuration that {@link #resolve} has seen. The caller closes it. */
    public static Backend open(RunConfig config) {
        String device = config.get(ComputeOptions.DEVICE);
        if (device.startsWith("cuda")) {
            int ordinal = device.equals("cuda") ? 0 : Integer.parseInt(device.substring("cuda:".length()));
            boolean tensorFloat = config.has(ComputeOptions.TF32) && config.get(ComputeOptions.TF32);
            boolean benchmark =
                    !config.has(ComputeOptions.CUDNN_BENCHMARK) || config.get(ComputeOptions.CUDNN_BENCHMARK);
            return CudaDevices.open(ordinal, new CudaSettings(tensorFloat, benchmark));
        }
        return new CpuBackend(config.get(ComputeOptions.THREADS), new EngineThreads("compute"));
    }
}
