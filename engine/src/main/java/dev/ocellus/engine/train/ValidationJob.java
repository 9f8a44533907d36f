package dev.ocellus.engine.train;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.DatasetReader;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.SplitName;
import dev.ocellus.engine.data.cache.CacheMode;
import dev.ocellus.engine.data.loader.Split;
import dev.ocellus.engine.eval.DetectionMetrics;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.ValidationOptions;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** Measures a trained model on a part of a dataset, outside of any run. Runs on the calling thread. */
public final class ValidationJob {

    /**
     * What was measured.
     *
     * @param dataset the dataset
     * @param images images of the part
     * @param metrics all numbers
     */
    public record Result(Dataset dataset, int images, DetectionMetrics metrics) {}

    private ValidationJob() {}

    /**
     * Measures.
     *
     * @param config a configuration of scope VAL, settled on this machine
     * @param problems hears of images that cannot be read; called from any thread
     * @throws StudioException of kind DATA if the part is absent or has other classes than the model
     * @throws CancellationException if a stop was asked for
     */
    public static Result run(
            RunConfig config,
            Backend backend,
            TrainedModel trained,
            Progress progress,
            Consumer<Problem> problems,
            Cancellation cancellation)
            throws InterruptedException {
        Path source = config.get(DataOptions.DATA).orElseThrow();
        Dataset dataset;
        try (ExecutorService pool = EngineThreads.pool("index")) {
            dataset = DatasetReader.read(source, pool, progress, cancellation);
        }
        SplitName part = SplitName.valueOf(config.get(ValidationOptions.SPLIT).toUpperCase(Locale.ROOT));
        int classes = dataset.classNames().size();
        if (classes != trained.model().classes()) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "The dataset has %d classes, the weights tell %d apart."
                            .formatted(classes, trained.model().classes()),
                    "Give the dataset that the weights were trained on, or weights trained on this one.");
        }
        try (RunLoaders loaders = new RunLoaders(config, dataset, problems)) {
            Split split = loaders.split(part, CacheMode.OFF);
            try (Validator validator = new Validator(
                    backend,
                    trained.model(),
                    trained.state(),
                    false,
                    split,
                    loaders.validation(split),
                    Validator.suppression(config))) {
                DetectionMetrics metrics = validator.validate(() -> !cancellation.requested(), cancellation, progress);
                if (metrics == null) {
                    throw new CancellationException("cancelled");
                }
                return new Result(dataset, split.size(), metrics);
            }
        }
    }
}
