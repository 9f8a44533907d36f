package dev.ocellus.engine.cli;

import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvents;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.RunStatus;
import dev.ocellus.engine.train.EngineThreads;
import dev.ocellus.engine.train.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** {@code ocellus train}: trains, shows it, and ends in good order on Ctrl-C. */
final class TrainCommand {

    private static final int EVENTS = 4096;
    private static final int REFRESH_MILLIS = 100;

    private TrainCommand() {}

    static int run(Request request, Console console) throws Exception {
        RunConfig config = request.configuration();
        List<String> commandLine = new ArrayList<>(List.of(request.command().name()));
        commandLine.addAll(request.words());
        RunEvents events = new RunEvents(EVENTS);
        RunEvents.Watcher watcher = events.watch();
        TrainingJob job = new TrainingJob(config, commandLine, events);
        FutureTask<Optional<RunStatus>> training = new FutureTask<>(job::run);
        Thread trainer = new EngineThreads("train").newThread(training);
        try (Meter meter = console.meter();
                Interrupts interrupts = new Interrupts(
                        job.life()::stop, () -> Runtime.getRuntime().halt(Faults.INTERRUPTED), console)) {
            TrainingView view = new TrainingView(meter, job::config);
            trainer.start();
            while (trainer.isAlive()) {
                trainer.join(REFRESH_MILLIS);
                view.show(watcher.drain());
            }
            meter.clear();
            Optional<RunStatus> status = outcome(training);
            if (status.isPresent() && job.folder().isPresent()) {
                report(job.config(), job.folder().get(), status.get(), console);
            }
            return status.isPresent() && status.get().state() == RunState.COMPLETED ? 0 : Faults.INTERRUPTED;
        }
    }

    private static Optional<RunStatus> outcome(FutureTask<Optional<RunStatus>> training) throws Exception {
        try {
            return training.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    private static void report(RunConfig config, RunFolder folder, RunStatus status, Console console)
            throws IOException {
        List<EpochRow> rows = folder.epochs();
        double seconds = rows.isEmpty() ? 0 : rows.getLast().seconds();
        Map<String, Double> best = rows.stream()
                .filter(row -> row.epoch() == status.bestEpoch())
                .map(EpochRow::metrics)
                .findFirst()
                .orElse(Map.of());
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("status", status.state().key());
        data.put("model", config.get(ModelOptions.MODEL));
        data.put("model_family", config.family().key());
        data.put("data", config.get(DataOptions.DATA));
        data.put("epochs_completed", status.epoch());
        data.put("epochs", status.epochs());
        data.put("best_epoch", status.bestEpoch());
        data.put("best_metrics", best);
        data.put("best_weights", existing(folder.best()));
        data.put("last_weights", existing(folder.last()));
        data.put("training_time_hours", seconds / 3600);
        data.put("save_dir", folder.path().toAbsolutePath());
        console.result(data, text(folder, status, best, seconds));
    }

    private static String text(RunFolder folder, RunStatus status, Map<String, Double> best, double seconds) {
        StringBuilder text = new StringBuilder();
        boolean completed = status.state() == RunState.COMPLETED;
        text.append("%s after %d of %d epochs, %s.%n"
                .formatted(
                        completed ? "Completed" : "Stopped",
                        status.epoch(),
                        status.epochs(),
                        Meter.words(Duration.ofMillis((long) (seconds * 1e3)))));
        if (status.bestEpoch() > 0) {
            text.append("Best     epoch %d: mAP50-95 %.4f, mAP50 %.4f%n"
                    .formatted(
                            status.bestEpoch(),
                            best.getOrDefault("metrics/mAP50-95", Double.NaN),
                            best.getOrDefault("metrics/mAP50", Double.NaN)));
        }
        text.append("Results  ").append(folder.path());
        if (!completed) {
            text.append("%nContinue with: ocellus train resume=%s".formatted(folder.path()));
        }
        return text.toString();
    }

    private static Optional<Path> existing(Path file) {
        return Optional.of(file.toAbsolutePath()).filter(Files::exists);
    }
}
