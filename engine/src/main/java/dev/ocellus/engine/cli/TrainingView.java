package dev.ocellus.engine.cli;

import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunState;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Shows a training on the console from its events. For one thread. */
final class TrainingView {

    private final Meter meter;
    private final Supplier<RunConfig> config;
    private double share;
    private String left = "measuring";

    /** @param config gives the configuration that holds: a continued run has its own, known once it has been found */
    TrainingView(Meter meter, Supplier<RunConfig> config) {
        this.meter = meter;
        this.config = config;
    }

    /** Shows what has happened since the last call. */
    void show(List<RunEvent> events) {
        events.forEach(this::show);
    }

    private void show(RunEvent event) {
        switch (event) {
            case RunEvent.Estimated estimate -> {
                share = estimate.progress();
                double seconds = estimate.etaSeconds();
                left = Double.isNaN(seconds)
                        ? "measuring"
                        : Meter.words(Duration.ofMillis((long) (seconds * 1e3))) + " left";
            }
            case RunEvent.StepDone step -> meter.show(share, line(step), false);
            case RunEvent.Progressed work -> meter.report(work.work(), work.done(), work.total());
            case RunEvent.EpochDone epoch -> meter.line(epoch.row().summary(epochs()));
            case RunEvent.Logged log -> meter.line(log.line());
            case RunEvent.StateChanged change when change.state() == RunState.PAUSED -> meter.line("Paused.");
            case RunEvent.StateChanged change -> meter.clear();
        }
    }

    private String line(RunEvent.StepDone step) {
        return "epoch %d/%d  %d/%d  loss %.3f  %.1f img/s  %s"
                .formatted(
                        step.epoch(),
                        epochs(),
                        step.batch(),
                        step.batches(),
                        step.loss(),
                        config.get().get(DataOptions.BATCH) / step.stepMillis() * 1e3,
                        left);
    }

    private int epochs() {
        return config.get().get(OptimizationOptions.EPOCHS);
    }
}
