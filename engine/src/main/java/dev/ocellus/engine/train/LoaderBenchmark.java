package dev.ocellus.engine.train;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.DatasetReader;
import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.SplitName;
import dev.ocellus.engine.data.augment.AugmentSettings;
import dev.ocellus.engine.data.cache.CacheMode;
import dev.ocellus.engine.data.cache.ImageSource;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.data.loader.BatchLoader;
import dev.ocellus.engine.data.loader.LoaderPlan;
import dev.ocellus.engine.data.loader.Split;
import dev.ocellus.engine.run.BenchOptions;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * Times the loading of augmented batches with nobody else at work, so that the loader alone sets the pace. Runs on the
 * calling thread.
 */
public final class LoaderBenchmark {

    /** Batches that are thrown away first, so that threads and compiled code are in place. */
    private static final int WARMUP = 4;

    /**
     * What was measured.
     *
     * @param images images that were timed
     * @param seconds time they took
     * @param workers loader threads
     */
    public record Result(long images, double seconds, int workers) {

        /** Images in a second. */
        public double imagesPerSecond() {
            return images / seconds;
        }
    }

    private LoaderBenchmark() {}

    /**
     * Times a loader.
     *
     * @param config a configuration of scope BENCH_LOADER
     * @param problems hears of images that cannot be used; called from any thread
     */
    public static Result run(RunConfig config, Progress progress, Consumer<Problem> problems) {
        Cancellation never = new Cancellation();
        Dataset dataset;
        try (ExecutorService pool = EngineThreads.pool("index")) {
            dataset = DatasetReader.read(config.get(DataOptions.DATA).orElseThrow(), pool, progress, never);
        }
        ImageSize size = config.get(ModelOptions.IMGSZ);
        List<ImageItem> items = dataset.split(SplitName.TRAIN);
        CacheMode cache = CacheMode.of(config.get(DataOptions.CACHE));
        int workers = config.get(DataOptions.WORKERS);
        try (ImageSource images =
                cache.open(items, new ImageDecoder(), size.width(), size.height(), dataset.root(), problems)) {
            Split split = new Split(SplitName.TRAIN.key(), items, images, problems);
            AugmentSettings settings = AugmentSettings.of(config);
            LoaderPlan plan = LoaderPlan.training(
                    split,
                    settings,
                    config.get(DataOptions.BATCH),
                    size.height(),
                    size.width(),
                    config.get(DataOptions.MAX_LABELS),
                    config.get(ComputeOptions.SEED),
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE);
            int warmup = cache == CacheMode.OFF ? WARMUP : Math.max(WARMUP, plan.batchesPerEpoch());
            int batches = config.get(BenchOptions.BATCHES);
            try (BatchLoader loader =
                    BatchLoader.training(split, settings, plan, workers, new EngineThreads("loader"))) {
                pull(loader, warmup, "warming up", progress, never);
                long start = System.nanoTime();
                pull(loader, batches, "loading", progress, never);
                double seconds = (System.nanoTime() - start) * 1e-9;
                return new Result((long) batches * plan.batchSize(), seconds, workers);
            }
        }
    }

    private static void pull(BatchLoader loader, int batches, String work, Progress progress, Cancellation never) {
        for (int i = 0; i < batches; i++) {
            loader.next(never);
            progress.report(work, i + 1, batches);
        }
    }
}
