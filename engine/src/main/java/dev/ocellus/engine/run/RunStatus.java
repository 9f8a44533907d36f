package dev.ocellus.engine.run;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What status.json says about a run: enough for a list of runs.
 *
 * @param state state as the run itself wrote it; {@link #observed} knows better when its process is gone
 * @param heartbeat process that writes
 * @param epoch epochs finished
 * @param epochs epochs planned
 * @param progress share of the run that is done, 0…1
 * @param etaSeconds time left in seconds; NaN while unknown
 * @param metrics numbers of the last validation
 * @param best best value of the watched metric; NaN before the first validation
 * @param bestEpoch its epoch; 0 before the first validation
 * @param error what a failed run failed of; empty otherwise
 */
public record RunStatus(
        RunState state,
        Heartbeat heartbeat,
        int epoch,
        int epochs,
        double progress,
        double etaSeconds,
        Map<String, Double> metrics,
        double best,
        int bestEpoch,
        String error) {

    /** Keeps a copy of the metrics. */
    public RunStatus {
        metrics = Map.copyOf(metrics);
    }

    /** The state of a run that has just been set up. */
    public static RunStatus created(int epochs) {
        return new RunStatus(RunState.CREATED, Heartbeat.now(), 0, epochs, 0, Double.NaN, Map.of(), Double.NaN, 0, "");
    }

    /** The state that is true now: a run that has not ended and whose process is gone was interrupted. */
    public RunState observed(Instant now) {
        return state.ended() || heartbeat.alive(now) ? state : RunState.INTERRUPTED;
    }

    /** The same with another estimate. */
    public RunStatus at(double share, double secondsLeft) {
        return new RunStatus(state, heartbeat, epoch, epochs, share, secondsLeft, metrics, best, bestEpoch, error);
    }

    /** The same after a further epoch. */
    public RunStatus after(EpochRow row, double share, double secondsLeft) {
        EpochRow.Best soFar = row.best();
        return new RunStatus(
                state,
                heartbeat,
                row.epoch(),
                epochs,
                share,
                secondsLeft,
                row.validated() ? row.metrics() : metrics,
                soFar == null ? Double.NaN : soFar.value(),
                soFar == null ? 0 : soFar.epoch(),
                error);
    }

    /** The same with another number of epochs planned, as when a run is continued for longer. */
    public RunStatus planned(int total) {
        return new RunStatus(state, heartbeat, epoch, total, progress, etaSeconds, metrics, best, bestEpoch, error);
    }

    /** The same in another state, with a new sign of life. */
    public RunStatus in(RunState next, String fault) {
        return new RunStatus(
                next, Heartbeat.now(), epoch, epochs, progress, etaSeconds, metrics, best, bestEpoch, fault);
    }

    /** As plain data, in the order in which a person would read it. */
    Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("state", state.key());
        plain.put("current_epoch", epoch);
        plain.put("total_epochs", epochs);
        plain.put("progress", progress);
        plain.put("eta_seconds", etaSeconds);
        plain.put("metrics", new java.util.TreeMap<>(metrics));
        plain.put("best_metric", best);
        plain.put("best_epoch", bestEpoch);
        plain.put("error", error.isEmpty() ? null : error);
        plain.putAll(heartbeat.plain());
        return plain;
    }

    /** From plain data; what is missing or of the wrong kind is an {@link IllegalArgumentException}. */
    static RunStatus of(Map<String, @Nullable Object> plain) {
        try {
            return new RunStatus(
                    RunState.of(String.valueOf(plain.get("state"))),
                    Heartbeat.of(plain),
                    (int) number(plain.get("current_epoch")),
                    (int) number(plain.get("total_epochs")),
                    number(plain.get("progress")),
                    number(plain.get("eta_seconds")),
                    numbers(plain.get("metrics")),
                    number(plain.get("best_metric")),
                    (int) number(plain.get("best_epoch")),
                    Objects.toString(plain.get("error"), ""));
        } catch (NullPointerException | ClassCastException | java.time.DateTimeException e) {
            throw new IllegalArgumentException("not the status of a run", e);
        }
    }

    /** The number, or NaN where there is none. */
    static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static Map<String, Double> numbers(@Nullable Object value) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> numbers.put(String.valueOf(key), number(item)));
        }
        return numbers;
    }
}
