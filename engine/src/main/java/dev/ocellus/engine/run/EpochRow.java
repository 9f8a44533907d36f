package dev.ocellus.engine.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one epoch brought: a line of metrics.jsonl and of results.csv.
 *
 * @param epoch number, from 1
 * @param seconds time since the run began, pauses and interruptions left out
 * @param loss mean training loss
 * @param losses mean of each term of the loss, by name ({@code box}, {@code cls}, …)
 * @param watched the metric by which epochs are compared; null in an epoch without validation
 * @param best the best so far, this epoch included; null before the first validation
 * @param metrics numbers of the validation, names as in {@code metrics/mAP50-95}; empty without validation
 * @param learningRates learning rate at the end of the epoch by parameter group, {@code group0} first
 */
public record EpochRow(
        int epoch,
        double seconds,
        double loss,
        Map<String, Double> losses,
        @Nullable Watched watched,
        @Nullable Best best,
        Map<String, Double> metrics,
        Map<String, Double> learningRates) {

    /** A metric and its value. */
    public record Watched(String name, double value) {}

    /** The best value of a metric and the epoch that reached it. */
    public record Best(String name, double value, int epoch) {}

    /** Keeps copies. */
    public EpochRow {
        losses = Collections.unmodifiableMap(new LinkedHashMap<>(losses));
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        learningRates = Collections.unmodifiableMap(new LinkedHashMap<>(learningRates));
    }

    /** Whether the epoch was validated. */
    public boolean validated() {
        return watched != null;
    }

    /** Whether this epoch is the best so far. */
    public boolean isBest() {
        return best != null && best.epoch() == epoch;
    }

    /** The row under its column names, in the order of the columns. */
    public Map<String, @Nullable Object> columns() {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        columns.put("epoch", epoch);
        columns.put("time", seconds);
        columns.put("train/loss", loss);
        columns.put("validated", validated());
        columns.put("is_best", isBest());
        columns.put("current_metric", watched == null ? null : watched.value());
        columns.put("current_metric_name", watched == null ? null : watched.name());
        columns.put("best_metric", best == null ? null : best.value());
        columns.put("best_metric_name", best == null ? null : best.name());
        columns.put("best_epoch", best == null ? null : best.epoch());
        losses.forEach((name, value) -> columns.put(column(name), value));
        columns.putAll(metrics);
        learningRates.forEach((name, value) -> columns.put("lr/" + name, value));
        return columns;
    }

    /** Counts such as {@code num_fg} come with the terms of the loss but are none. */
    private static String column(String part) {
        return part.startsWith("num_") ? "train/" + part : "train/" + part + "_loss";
    }

    /** The row in one line for a person. */
    public String summary(int epochs) {
        StringBuilder line = new StringBuilder(text("epoch %d/%d  loss %.4f", epoch, epochs, loss));
        losses.forEach((name, value) -> line.append(text("  %s %.3f", name, value)));
        for (String name : List.of("mAP50-95", "mAP50", "precision", "recall")) {
            Double value = metrics.get("metrics/" + name);
            if (value != null) {
                line.append(text("  %s %.4f", name, value));
            }
        }
        return line.append(isBest() ? "  best so far" : "").toString();
    }

    /** Logs read the same in every country. */
    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A row from its columns; a missing number is NaN. */
    static EpochRow of(Map<String, @Nullable Object> columns) {
        Map<String, Double> losses = new LinkedHashMap<>();
        Map<String, Double> metrics = new LinkedHashMap<>();
        Map<String, Double> rates = new LinkedHashMap<>();
        columns.forEach((name, value) -> {
            double number = RunStatus.number(value);
            if (name.startsWith("train/") && name.endsWith("_loss")) {
                losses.put(name.substring("train/".length(), name.length() - "_loss".length()), number);
            } else if (name.startsWith("train/num_")) {
                losses.put(name.substring("train/".length()), number);
            } else if (name.startsWith("metrics/") || name.startsWith("speed/")) {
                metrics.put(name, number);
            } else if (name.startsWith("lr/")) {
                rates.put(name.substring("lr/".length()), number);
            }
        });
        Object watched = columns.get("current_metric_name");
        Object best = columns.get("best_metric_name");
        return new EpochRow(
                (int) RunStatus.number(columns.get("epoch")),
                RunStatus.number(columns.get("time")),
                RunStatus.number(columns.get("train/loss")),
                losses,
                watched == null
                        ? null
                        : new Watched(watched.toString(), RunStatus.number(columns.get("current_metric"))),
                best == null
                        ? null
                        : new Best(Objects.toString(best), RunStatus.number(columns.get("best_metric")), (int)
                                RunStatus.number(columns.get("best_epoch"))),
                metrics,
                rates);
    }
}
