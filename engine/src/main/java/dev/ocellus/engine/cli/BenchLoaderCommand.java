package dev.ocellus.engine.cli;

import dev.ocellus.engine.profile.PeakMemory;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.train.Devices;
import dev.ocellus.engine.train.LoaderBenchmark;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code ocellus bench loader}: times the loading of images. */
final class BenchLoaderCommand {

    private BenchLoaderCommand() {}

    static int run(Request request, Console console) {
        RunConfig config = Devices.resolve(request.configuration());
        LoaderBenchmark.Result result;
        try (Meter meter = console.meter()) {
            result = LoaderBenchmark.run(
                    config, meter, problem -> meter.line(problem.place() + ": " + problem.message()));
        }
        OptionalLong peak = PeakMemory.bytes();
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("data", DataOptions.DATA.type().plain(config.get(DataOptions.DATA)));
        data.put("imgsz", ModelOptions.IMGSZ.type().plain(config.get(ModelOptions.IMGSZ)));
        data.put("batch", config.get(DataOptions.BATCH));
        data.put("cache", config.get(DataOptions.CACHE));
        data.put("workers", result.workers());
        data.put("images", result.images());
        data.put("seconds", result.seconds());
        data.put("images_per_second", result.imagesPerSecond());
        data.put("images_per_second_per_worker", result.imagesPerSecond() / result.workers());
        data.put("peak_memory_bytes", peak.isPresent() ? peak.getAsLong() : null);
        console.result(
                data,
                "%.1f images/s with %d threads (%.1f each), cache=%s"
                        .formatted(
                                result.imagesPerSecond(),
                                result.workers(),
                                result.imagesPerSecond() / result.workers(),
                                config.get(DataOptions.CACHE)));
        return 0;
    }
}
