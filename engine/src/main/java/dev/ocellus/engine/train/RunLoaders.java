package dev.ocellus.engine.train;

import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.SplitName;
import dev.ocellus.engine.data.augment.AugmentSettings;
import dev.ocellus.engine.data.cache.CacheMode;
import dev.ocellus.engine.data.cache.ImageSource;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.data.loader.BatchLoader;
import dev.ocellus.engine.data.loader.LoaderPlan;
import dev.ocellus.engine.data.loader.Split;
import dev.ocellus.engine.run.AugmentationOptions;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opens the loaders of a run by its configuration. Owns the image caches, which the loaders share; to be closed after
 * them. For one thread.
 */
final class RunLoaders implements AutoCloseable {

    private final RunConfig config;
    private final Dataset dataset;
    private final Consumer<Problem> problems;
    private final ImageDecoder decoder = new ImageDecoder();
    private final ImageSize size;
    private final List<ImageSource> caches = new ArrayList<>();

    /** @param problems hears of images that cannot be read and of boxes without room; called from any thread */
    RunLoaders(RunConfig config, Dataset dataset, Consumer<Problem> problems) {
        this.config = config;
        this.dataset = dataset;
        this.problems = problems;
        size = config.get(ModelOptions.IMGSZ);
    }

    /** A part of the dataset with its images, cached as the mode says. */
    Split split(SplitName part, CacheMode mode) {
        ImageSource images =
                mode.open(dataset.split(part), decoder, size.width(), size.height(), dataset.root(), problems);
        caches.add(images);
        return new Split(part.key(), dataset.split(part), images, problems);
    }

    /** Order and batches of a whole training. */
    LoaderPlan trainingPlan(Split split) {
        int epochs = config.get(OptimizationOptions.EPOCHS);
        return LoaderPlan.training(
                split,
                AugmentSettings.of(config),
                config.get(DataOptions.BATCH),
                size.height(),
                size.width(),
                config.get(DataOptions.MAX_LABELS),
                config.get(ComputeOptions.SEED),
                epochs,
                epochs - config.get(AugmentationOptions.NO_AUG_EPOCHS));
    }

    /** Augmented batches as planned. The caller closes it. */
    BatchLoader training(Split split, LoaderPlan plan) {
        return BatchLoader.training(
                split, AugmentSettings.of(config), plan, config.get(DataOptions.WORKERS), new EngineThreads("loader"));
    }

    /** Unchanged images in order, again and again. The caller closes it. */
    BatchLoader validation(Split split) {
        LoaderPlan plan = LoaderPlan.validation(split, config.get(DataOptions.BATCH), size.height(), size.width());
        return BatchLoader.validation(
                split, plan, config.get(DataOptions.WORKERS), new EngineThreads("validation-loader"));
    }

    @Override
    public void close() {
        caches.forEach(ImageSource::close);
    }
}
