package dev.ocellus.engine.cli;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.run.BenchOptions;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.train.Devices;
import dev.ocellus.engine.train.StepBenchmark;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepSettings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code ocellus bench step}: times training steps. */
final class BenchStepCommand {

    /** Room for boxes in an image, the smallest that training uses. */
    private static final int MAX_TARGETS = 32;

    private BenchStepCommand() {}

    static int run(Request request, Console console) {
        RunConfig config = Devices.resolve(request.configuration());
        Model model = Models.create(config.family().key(), config.size(), config.get(BenchOptions.CLASSES));
        ImageSize size = config.get(ModelOptions.IMGSZ);
        StepShape shape = new StepShape(config.get(DataOptions.BATCH), size.height(), size.width(), MAX_TARGETS);
        StepSettings settings = StepSettings.of(config, false, Set.of());
        int warmup = config.get(BenchOptions.WARMUP_STEPS);
        try (Backend backend = Devices.open(config)) {
            console.note("Timing %d steps on %s ...".formatted(config.get(BenchOptions.STEPS), backend.description()));
            StepBenchmark.Result result = StepBenchmark.run(
                    backend,
                    model,
                    shape,
                    settings,
                    config.get(ComputeOptions.CUDA_GRAPH),
                    warmup,
                    config.get(BenchOptions.STEPS),
                    console::note);
            console.result(data(config, result), text(result));
        }
        return 0;
    }

    private static Map<String, @Nullable Object> data(RunConfig config, StepBenchmark.Result result) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("model", config.get(ModelOptions.MODEL));
        data.put("imgsz", ModelOptions.IMGSZ.type().plain(config.get(ModelOptions.IMGSZ)));
        data.put("batch", result.batch());
        data.put("device", config.get(ComputeOptions.DEVICE));
        data.put("amp", config.get(ComputeOptions.AMP) ? config.get(ComputeOptions.AMP_DTYPE) : "off");
        data.put("cuda_graph", config.get(ComputeOptions.CUDA_GRAPH));
        data.put("threads", config.get(ComputeOptions.THREADS));
        data.put("steps", config.get(BenchOptions.STEPS));
        data.put("median_step_ms", result.median() * 1e3);
        data.put("min_step_ms", result.minimum() * 1e3);
        data.put("images_per_second", result.imagesPerSecond());
        data.put("gflop_per_step", result.flops() * 1e-9);
        data.put("arena_bytes", result.arenaBytes());
        data.put(
                "peak_memory_bytes",
                result.peakBytes().isPresent() ? result.peakBytes().getAsLong() : null);
        Map<String, Double> phases = new LinkedHashMap<>();
        result.phases().forEach((phase, seconds) -> phases.put(phase.name().toLowerCase(Locale.ROOT), seconds * 1e3));
        data.put("phases_ms", phases);
        Map<String, Double> operations = new LinkedHashMap<>();
        result.operations().forEach((name, seconds) -> operations.put(name, seconds * 1e3));
        data.put("operations_ms", operations);
        return data;
    }

    private static String text(StepBenchmark.Result result) {
        StringBuilder text = new StringBuilder("%-30s%10.1f ms, at least %.1f ms, %.1f images/s%n"
                .formatted("step (median)", result.median() * 1e3, result.minimum() * 1e3, result.imagesPerSecond()));
        result.phases()
                .forEach((phase, seconds) -> text.append(
                        "  %-28s%10.1f ms%n".formatted(phase.name().toLowerCase(Locale.ROOT), seconds * 1e3)));
        result.operations().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(
                        entry -> text.append("    %-26s%10.1f ms%n".formatted(entry.getKey(), entry.getValue() * 1e3)));
        result.peakBytes()
                .ifPresent(
                        bytes -> text.append("%-30s%10s%n".formatted("peak memory", DoctorCommand.mebibytes(bytes))));
        return text.toString().stripTrailing();
    }
}
