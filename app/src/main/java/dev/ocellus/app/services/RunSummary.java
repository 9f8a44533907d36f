package dev.ocellus.app.services;

import dev.ocellus.engine.run.RunState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the run list shows of a run folder.
 *
 * @param state the true state: a run whose process is gone was interrupted
 * @param metric name of the metric by which epochs are compared; empty before the first validation
 * @param best its best value; NaN before the first validation
 * @param history its value in each validated epoch
 * @param duration training time, pauses left out
 * @param updated last sign of life
 */
public record RunSummary(
        Path folder,
        RunState state,
        String dataset,
        String model,
        int epoch,
        int epochs,
        String metric,
        double best,
        List<Double> history,
        Duration duration,
        Instant updated) {

    public RunSummary {
        history = List.copyOf(history);
    }

    public String name() {
        return folder.getFileName().toString();
    }
}
