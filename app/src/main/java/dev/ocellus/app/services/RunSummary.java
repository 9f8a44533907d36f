package dev.ocellus.app.services;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * What the run list shows of a run folder.
 *
 * @param best best value of {@code metric} so far; NaN before the first validation
 * @param history the metric of each validated epoch
 */
public record RunSummary(
        Path folder,
        String name,
        TrainingState state,
        String dataset,
        String model,
        int epoch,
        int epochs,
        String metric,
        double best,
        double[] history,
        Duration duration,
        Instant started) {}
