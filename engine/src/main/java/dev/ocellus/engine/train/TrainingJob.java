package dev.ocellus.engine.train;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.DatasetReader;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.SplitName;
import dev.ocellus.engine.data.cache.CacheMode;
import dev.ocellus.engine.data.loader.LoaderPlan;
import dev.ocellus.engine.data.loader.Split;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.Machine;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.ResumedRun;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunEvents;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunLife;
import dev.ocellus.engine.run.RunRecord;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.RunStatus;
import dev.ocellus.engine.run.Setting;
import dev.ocellus.engine.run.Source;
import dev.ocellus.engine.run.ValidationOptions;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.weights.WeightsFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * One training from its configuration to its end: reads the dataset, makes the run folder, trains, and leaves the folder
 * in a true state whatever happens. The command line and the window both start trainings through this class.
 *
 * <p>{@link #run} blocks and runs on the calling thread; {@link #life}, {@link #folder} and the events may be used from any.
 */
public final class TrainingJob {
    private final RunConfig request;
    private volatile RunConfig config;
    private final List<String> commandLine;
    private final RunEvents events;
    private final Cancellation cancellation = new Cancellation();
    private final RunLife life = new RunLife(this::entered);
    private volatile @Nullable RunFolder folder;
    private volatile @Nullable RunReporter reporter;
    private volatile String fault = "";

    /**
     * Prepares a training; nothing is read or written yet.
     *
     * @param request the configuration as requested
     * @param commandLine words of the command, empty if the window starts the training
     * @param events where the training tells what it does
     */
    public TrainingJob(RunConfig request, List<String> commandLine, RunEvents events) {
        this.request = request;
        config = request;
        this.commandLine = List.copyOf(commandLine);
        this.events = events;
    }

    /** State of the run, and the requests to pause, go on and stop. */
    public RunLife life() {
        return life;
    }

    /** The configuration that holds; as requested until the machine, the dataset and a continued run are known. */
    public RunConfig config() {
        return config;
    }

    /** The run's folder, as soon as it has one. */
    public Optional<RunFolder> folder() {
        return Optional.ofNullable(folder);
    }

    private void entered(RunState state) {
        if (state == RunState.STOPPING) {
            cancellation.cancel();
        }
        RunReporter telling = reporter;
        if (telling == null) {
            events.publish(new RunEvent.StateChanged(state));
        } else {
            telling.state(state, state == RunState.FAILED ? fault : "");
        }
    }

    /**
     * Trains until the run completes or is stopped.
     *
     * @return the last status of the run; empty if it was stopped before it had a folder
     * @throws StudioException if something is wrong that a person can cure; the run is FAILED then
     */
    public Optional<RunStatus> run() throws IOException, InterruptedException {
        try {
            life.move(RunState.CREATED, RunState.INDEXING);
            cancellation.check();
            boolean resume = !request.get(OutputOptions.RESUME).isEmpty();
            ResumedRun resumed = resume ? ResumedRun.find(request) : null;
            RunConfig settled = Devices.resolve(resumed == null ? request : resumed.config());
            config = settled;
            Dataset dataset = dataset(settled);
            int images = dataset.split(SplitName.TRAIN).size();
            if (settled.get(DataOptions.BATCH) > images) {
                settled = settled.withEffective(
                        DataOptions.BATCH, images, "the dataset has only " + images + " training images");
                config = settled;
            }
            train(settled, dataset, resumed);
        } catch (CancellationException stopped) {
            life.end(false);
        } catch (Throwable thrown) {
            fault = String.valueOf(thrown.getMessage());
            life.fail();
            throw thrown;
        } finally {
            RunReporter telling = reporter;
            if (telling != null) {
                telling.close();
            }
        }
        return folder().flatMap(RunFolder::status);
    }

    private Dataset dataset(RunConfig config) {
        Path source = config.get(DataOptions.DATA).orElseThrow();
        try (ExecutorService pool = EngineThreads.pool("index")) {
            Dataset dataset = DatasetReader.read(
                    source,
                    pool,
                    (work, done, total) -> events.publish(new RunEvent.Progressed(work, done, total)),
                    cancellation);
            if (dataset.split(SplitName.TRAIN).isEmpty()) {
                throw new StudioException(
                        StudioException.Kind.DATA,
                        "%s has no usable training image.".formatted(source),
                        "Look at its problems with: ocellus doctor " + source);
            }
            if (dataset.split(SplitName.TRAIN).stream()
                    .allMatch(item -> item.boxes().isEmpty())) {
                throw new StudioException(
                        StudioException.Kind.DATA,
                        "No training image of %s has a box: there is nothing to learn from.".formatted(source),
                        "Put a label file beside each image, images/train/a.jpg and labels/train/a.txt, with a line \"class x y width"
                                + " height\" for each object.");
            }
            return dataset;
        }
    }

    private void train(RunConfig config, Dataset dataset, @Nullable ResumedRun resumed)
            throws IOException, InterruptedException {
        RunFolder made = resumed == null
                ? RunFolder.create(
                        config.get(OutputOptions.PROJECT).orElse(Path.of("")),
                        config.get(OutputOptions.NAME),
                        config.get(OutputOptions.EXIST_OK))
                : resumed.folder();
        RunReporter telling = new RunReporter(made, events, config.get(OptimizationOptions.EPOCHS));
        folder = made;
        reporter = telling;
        telling.state(life.state(), "");
        Model model = Models.create(
                config.family().key(), config.size(), dataset.classNames().size());
        StepSettings settings = RunSettings.step(config, model);
        try (Backend backend = Devices.open(config);
                StepRunner runner = new StepRunner(backend, model, settings, DType.U8)) {
            announce(config, dataset, model, backend, settings, telling);
            runner.capture(config.get(ComputeOptions.CUDA_GRAPH), telling::log);
            CheckpointInfo from = start(config, model, runner, made, resumed != null, telling);
            made.writeRecord(new RunRecord(
                    Instant.now(),
                    from == null ? 0 : from.epoch(),
                    commandLine,
                    config,
                    RunSettings.describe(dataset),
                    Machine.here().plain()));
            life.move(RunState.INDEXING, RunState.RUNNING);
            try (RunLoaders loaders = new RunLoaders(config, dataset, problem -> telling.log(line(problem)))) {
                CacheMode cache = CacheMode.of(config.get(DataOptions.CACHE));
                Split split = loaders.split(SplitName.TRAIN, cache);
                LoaderPlan plan = loaders.trainingPlan(split);
                try (Validator validator = validator(config, dataset, loaders, backend, model, runner, telling)) {
                    Trainer trainer = new Trainer(new Trainer.Parts(
                            config,
                            model,
                            dataset.classNames(),
                            made,
                            life,
                            telling,
                            runner,
                            loaders,
                            split,
                            plan,
                            validator,
                            cancellation));
                    boolean done = trainer.train(from);
                    made.writeSummary(trainer.summary(done));
                    life.end(done);
                }
            }
        }
    }

    private static void announce(
            RunConfig config,
            Dataset dataset,
            Model model,
            Backend backend,
            StepSettings settings,
            RunReporter reporter) {
        reporter.log("%s%s, %d classes, on %s"
                .formatted(model.family(), model.size(), model.classes(), backend.description()));
        dataset.counts()
                .forEach((part, counts) -> reporter.log("%s: %d images with %d boxes, %d of them background, %d refused"
                        .formatted(
                                part.key(), counts.usable(), counts.boxes(), counts.background(), counts.refused())));
        if (!dataset.problems().isEmpty()) {
            reporter.log("The dataset has %d problems; see them with: ocellus doctor %s"
                    .formatted(dataset.problems().size(), dataset.source()));
        }
        if (!settings.frozen().isEmpty()) {
            reporter.log("%d tensors are frozen.".formatted(settings.frozen().size()));
        }
        for (Setting<?> setting : config.settings()) {
            boolean asked = setting.source() != Source.DEFAULT;
            if (setting.changed() || asked && !setting.used()) {
                reporter.record(RunSettings.explain(setting));
            }
        }
    }

    private static @Nullable Validator validator(
            RunConfig config,
            Dataset dataset,
            RunLoaders loaders,
            Backend backend,
            Model model,
            StepRunner runner,
            RunReporter reporter) {
        if (config.get(ValidationOptions.EVAL_INTERVAL) == 0) {
            return null;
        }
        if (dataset.split(SplitName.VAL).isEmpty()) {
            reporter.log("The dataset has no usable image to validate with: no best epoch will be known.");
            return null;
        }
        Split split = loaders.split(SplitName.VAL, CacheMode.of(config.get(DataOptions.CACHE)));
        return new Validator(
                backend,
                model,
                runner.state(),
                config.get(OptimizationOptions.EMA),
                split,
                loaders.validation(split),
                Validator.suppression(config));
    }

    /** Fresh weights, those of a file, or where the run stopped; null for the first two. */
    private static @Nullable CheckpointInfo start(
            RunConfig config, Model model, StepRunner runner, RunFolder folder, boolean resume, RunReporter reporter) {
        if (resume && Files.exists(folder.last())) {
            CheckpointInfo info = Checkpoint.resume(folder.last(), runner);
            reporter.log("Goes on after epoch %d, batch %d.".formatted(info.epoch(), info.batch()));
            return info;
        }
        if (resume) {
            reporter.log("The run has left no checkpoint and begins anew.");
        }
        runner.state().initialise(config.get(ComputeOptions.SEED));
        Path weights = config.get(ModelOptions.WEIGHTS).orElse(null);
        if (weights != null) {
            try (Arena arena = Arena.ofConfined()) {
                PretrainedWeights.load(WeightsFile.read(weights, arena), model, runner.state())
                        .lines()
                        .forEach(reporter::log);
            }
        }
        runner.startAverage();
        return null;
    }

    private static String line(Problem problem) {
        return problem.place() + ": " + problem.message();
    }
}
