package dev.ocellus.engine.train;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.loader.Batch;
import dev.ocellus.engine.data.loader.BatchLoader;
import dev.ocellus.engine.data.loader.LoaderPlan;
import dev.ocellus.engine.data.loader.Split;
import dev.ocellus.engine.eval.DetectionMetrics;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunLife;
import dev.ocellus.engine.run.ValidationOptions;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The training loop, the only one: epochs of batches, validation, checkpoints, early stop. It looks for a request to
 * pause between two batches and for one to stop between two updates; a stop leaves a checkpoint that continues with the
 * very next batch.
 *
 * <p>At the end of an epoch the row of its numbers is written first, then {@code best}, then {@code last}. A process that
 * dies in between leaves the {@code last} of the epoch before, and continuing from there drops the row, so folder and
 * checkpoint always agree. Runs on the calling thread.
 */
final class Trainer {
    private static final String WATCHED = "metrics/mAP50-95";
    private static final String GROUP = "group0";
    private static final Cancellation NEVER = new Cancellation();

    private final Parts parts;
    private final RunConfig config;
    private final Model model;
    private final RunFolder folder;
    private final RunLife life;
    private final RunReporter reporter;
    private final StepRunner runner;
    private final Accumulation accumulation;
    private final LrSchedule schedule;
    private final MultiScale scales;
    private final EpochTally tally;
    private final Pace pace = new Pace();
    private final int epochs;
    private final int batches;
    private EarlyStop early;
    private Map<String, Double> metrics = Map.of();
    private double secondsBefore;
    private long started = System.nanoTime();
    private double rate;

    /**
     * What a run consists of; see {@link TrainingJob}.
     *
     * @param classNames names of the classes, for checkpoints
     * @param validator measures the model; null if the run is never validated
     * @param cancellation ends waiting for a batch when the run is to stop
     */
    record Parts(
            RunConfig config,
            Model model,
            List<String> classNames,
            RunFolder folder,
            RunLife life,
            RunReporter reporter,
            StepRunner runner,
            RunLoaders loaders,
            Split split,
            LoaderPlan plan,
            @Nullable Validator validator,
            Cancellation cancellation) {}

    Trainer(Parts parts) {
        this.parts = parts;
        config = parts.config();
        model = parts.model();
        folder = parts.folder();
        life = parts.life();
        reporter = parts.reporter();
        runner = parts.runner();
        accumulation = RunSettings.accumulation(config, parts.plan().batchesPerEpoch());
        schedule = new LrSchedule(config, accumulation.stepsPerEpoch());
        scales = new MultiScale(config);
        tally = new EpochTally(model);
        epochs = config.get(OptimizationOptions.EPOCHS);
        batches = accumulation.batchesPerEpoch();
        early = EarlyStop.start(config.get(ValidationOptions.PATIENCE));
    }

    /**
     * Trains to the last epoch, to the early stop or to a request to stop.
     *
     * @param from where an earlier process stopped; null for a new run
     * @return whether the last step of the run was done
     */
    boolean train(@Nullable CheckpointInfo from) throws IOException, InterruptedException {
        int epoch = 1;
        int batch = 0;
        if (from != null) {
            early = new EarlyStop(early.patience(), from.best(), from.bestEpoch());
            metrics = from.metrics();
            secondsBefore = from.seconds();
            epoch = from.validated() ? from.epoch() + 1 : from.epoch();
            batch = from.validated() ? 0 : from.batch();
            if (batch > 0) {
                tally.restore(from.tally());
            }
        }
        folder.trim(epoch - 1);
        prepare();
        started = System.nanoTime();
        try (BatchLoader loader =
                parts.loaders().training(parts.split(), parts.plan().startingAt(epoch - 1, batch))) {
            for (; epoch <= epochs; epoch++, batch = 0) {
                int done = trainEpoch(loader, epoch, batch);
                if (done < batches || !finishEpoch(epoch)) {
                    save(epoch, done, false, folder.last());
                    reporter.log("Stopped in epoch %d after %d of %d batches; resume goes on there."
                            .formatted(epoch, done, batches));
                    return false;
                }
                tally.clear();
                if (early.shouldStop(epoch) && epoch < epochs) {
                    reporter.log("No better %s for %d epochs; the best was epoch %d. Training ends."
                            .formatted(WATCHED, early.patience(), early.bestEpoch()));
                    return true;
                }
            }
            if (loader.boxesLeftOut() > 0) {
                reporter.log("%d boxes found no room in the targets.".formatted(loader.boxesLeftOut()));
            }
        }
        return true;
    }

    /** Makes the program of the largest size first, so that memory that does not suffice shows at once. */
    private void prepare() {
        List<ImageSize> sizes = scales.sizes();
        if (sizes.size() > 1) {
            reporter.log("Batches are resized to %d sizes from %s to %s."
                    .formatted(sizes.size(), sizes.getFirst(), sizes.getLast()));
        }
        runner.prepare(sizes.stream().map(this::shape).toList());
    }

    private StepShape shape(ImageSize size) {
        LoaderPlan plan = parts.plan();
        return new StepShape(
                plan.batchSize(),
                size.height(),
                size.width(),
                plan.maxTargets(),
                plan.inputHeight(),
                plan.inputWidth());
    }

    /** Trains the batches of an epoch from {@code first} on; returns how many of it are done. */
    private int trainEpoch(BatchLoader loader, int epoch, int first) throws InterruptedException {
        long end = System.nanoTime();
        for (int b = first; b < batches; b++) {
            long held = System.nanoTime();
            life.awaitUnpaused();
            long paused = System.nanoTime() - held;
            boolean mayStop = accumulation.first(b); // summed gradients are not part of a checkpoint
            if (mayStop && life.stopping()) {
                return b;
            }
            Batch batch;
            try {
                batch = loader.next(mayStop ? parts.cancellation() : NEVER);
            } catch (CancellationException stopped) {
                return b;
            }
            step(epoch, b, batch);
            long now = System.nanoTime();
            report(epoch, b, now - end - paused, batch.waitedNanos());
            end = now;
        }
        return batches;
    }

    private void step(int epoch, int b, Batch batch) {
        long update = (long) (epoch - 1) * accumulation.stepsPerEpoch() + b / accumulation.batches();
        rate = schedule.learningRate(update);
        StepShape shape = shape(scales.at(epoch, b));
        StepRunner.Window window =
                new StepRunner.Window(accumulation.first(b), accumulation.last(b), accumulation.window(b));
        runner.step(shape, batch.images(), batch.targets(), window, rate, schedule.momentum(update));
        if (!Float.isFinite(runner.loss())) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "The loss is %s in epoch %d, batch %d: the training has diverged."
                            .formatted(runner.loss(), epoch, b + 1),
                    "Lower lr0 (now %s).".formatted(config.get(OptimizationOptions.LR0)));
        }
        tally.add(runner.loss(), runner.lossParts());
    }

    private void report(int epoch, int b, long nanos, long waited) {
        long step = (long) (epoch - 1) * batches + b + 1;
        pace.step(nanos * 1e-9);
        Map<String, Double> losses = new LinkedHashMap<>();
        for (int i = 0; i < model.lossNames().size(); i++) {
            losses.put(model.lossNames().get(i), (double) runner.lossParts()[i]);
        }
        RunEvent.StepDone event = new RunEvent.StepDone(
                epoch, b + 1, batches, step, runner.loss(), losses, rate, nanos * 1e-6, waited * 1e-6);
        reporter.step(event, progress(step), secondsLeft(epoch, step));
        if ((b + 1) % config.get(OutputOptions.LOG_INTERVAL) == 0 || b + 1 == batches) {
            reporter.record(String.format(
                    Locale.ROOT,
                    "epoch %d/%d  batch %d/%d  loss %.4f  lr %.3g  %.0f ms, of which %.0f ms waiting",
                    epoch,
                    epochs,
                    b + 1,
                    batches,
                    tally.loss(),
                    rate,
                    nanos * 1e-6,
                    waited * 1e-6));
        }
    }

    private double progress(long step) {
        return (double) step / ((long) epochs * batches);
    }

    private double secondsLeft(int epoch, long step) {
        int interval = config.get(ValidationOptions.EVAL_INTERVAL);
        int validations = interval == 0 ? 0 : Math.ceilDiv(epochs - epoch + 1, interval);
        return pace.seconds((long) epochs * batches - step, validations);
    }

    /** Validates where due and saves; false if a stop came in between. */
    private boolean finishEpoch(int epoch) throws IOException, InterruptedException {
        DetectionMetrics measured = null;
        if (validationDue(epoch)) {
            measured = validate();
            if (measured == null) {
                return false;
            }
        }
        EpochRow.Watched watched = null;
        boolean best = false;
        if (measured != null) {
            metrics = measured.scalars();
            watched = new EpochRow.Watched(WATCHED, measured.coco().ap());
            best = early.improves(watched.value());
            early = early.after(epoch, watched.value());
        }
        EpochRow row = new EpochRow(
                epoch,
                seconds(),
                tally.loss(),
                tally.parts(),
                watched,
                early.bestEpoch() == 0 ? null : new EpochRow.Best(WATCHED, early.best(), early.bestEpoch()),
                measured == null ? Map.of() : metrics,
                Map.of(GROUP, rate));
        folder.append(row);
        if (best) {
            save(epoch, batches, true, folder.best());
        }
        int period = config.get(OutputOptions.SAVE_PERIOD);
        if (period > 0 && epoch % period == 0) {
            save(epoch, batches, true, folder.epoch(epoch));
        }
        save(epoch, batches, true, folder.last());
        long step = (long) epoch * batches;
        reporter.epoch(row, progress(step), secondsLeft(epoch + 1, step));
        reporter.record(row.summary(epochs));
        if (runner.settings().scaled()) {
            reporter.record(runner.scaling().summary());
        }
        return true;
    }

    private boolean validationDue(int epoch) {
        int interval = config.get(ValidationOptions.EVAL_INTERVAL);
        return parts.validator() != null && (epoch % interval == 0 || epoch == epochs);
    }

    private @Nullable DetectionMetrics validate() throws InterruptedException {
        Validator validator = parts.validator();
        if (validator == null) {
            return null;
        }
        long start = System.nanoTime();
        try {
            DetectionMetrics measured = validator.validate(this::mayGoOn, parts.cancellation(), reporter::progress);
            pace.validation((System.nanoTime() - start) * 1e-9);
            return measured;
        } catch (CancellationException stopped) {
            return null;
        }
    }

    private boolean mayGoOn() throws InterruptedException {
        life.awaitUnpaused();
        return !life.stopping();
    }

    private double seconds() {
        return secondsBefore + (System.nanoTime() - started) * 1e-9;
    }

    private void save(int epoch, int batch, boolean validated, Path file) throws IOException {
        CheckpointInfo info = new CheckpointInfo(
                model.family(),
                model.size(),
                parts.classNames(),
                parts.plan().inputHeight(),
                parts.plan().inputWidth(),
                epoch,
                batch,
                validated,
                runner.updates(),
                runner.batches(),
                seconds(),
                early.best(),
                early.bestEpoch(),
                tally.saved(),
                metrics,
                WATCHED,
                RunSettings.texts(config));
        Checkpoint.write(file, runner, info);
    }

    /** What summary.json says of the run so far. */
    Map<String, @Nullable Object> summary(boolean completed) throws IOException {
        List<EpochRow> rows = folder.epochs();
        Map<String, @Nullable Object> summary = new LinkedHashMap<>();
        summary.put("completed", completed);
        summary.put("total_epochs", epochs);
        summary.put("completed_epochs", rows.size());
        summary.put("model_family", model.family());
        summary.put("model_size", model.size());
        summary.put("task", "detect");
        summary.put("save_dir", folder.path().toAbsolutePath());
        summary.put("final_loss", rows.isEmpty() ? null : rows.getLast().loss());
        summary.put("best_metric_name", WATCHED);
        summary.put("best_metric", early.bestEpoch() == 0 ? null : early.best());
        summary.put("best_epoch", early.bestEpoch() == 0 ? null : early.bestEpoch());
        summary.put("total_seconds", seconds());
        Map<String, @Nullable Object> checkpoints = new LinkedHashMap<>();
        checkpoints.put("best", Files.exists(folder.best()) ? folder.best().toAbsolutePath() : null);
        checkpoints.put("last", folder.last().toAbsolutePath());
        summary.put("checkpoints", checkpoints);
        summary.put("results", metrics);
        return summary;
    }
}
