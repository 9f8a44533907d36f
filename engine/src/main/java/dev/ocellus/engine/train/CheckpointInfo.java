package dev.ocellus.engine.train;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.models.Model;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint says of its model and of the place that its run has reached. Everything random in a run follows from
 * its seed, the epoch and the place in the epoch, so these three stand for the state of all generators and of the loader.
 *
 * @param family family of the model
 * @param size size of the model
 * @param names class names in order
 * @param height of the network's input
 * @param width of the network's input
 * @param epoch epoch that the run is in, from 1
 * @param batch batches of that epoch that were trained; a checkpoint is only made after an update of the weights
 * @param validated whether that epoch is finished, its validation included
 * @param updates updates of the weights, and of their moving average if there is one
 * @param batches batches seen
 * @param seconds time that the run has taken
 * @param best best value of the watched metric; −∞ before the first
 * @param bestEpoch its epoch, 0 before the first
 * @param tally sums of the losses of the epoch so far
 * @param metrics numbers of the last validation; NaN where one could not be measured
 * @param metric name of the watched metric
 * @param config the run's options, the seed among them, as texts
 */
public record CheckpointInfo(
        String family,
        String size,
        List<String> names,
        int height,
        int width,
        int epoch,
        int batch,
        boolean validated,
        long updates,
        long batches,
        double seconds,
        double best,
        int bestEpoch,
        List<Double> tally,
        Map<String, Double> metrics,
        String metric,
        Map<String, String> config) {
    /** Only detectors can be trained so far. */
    private static final String TASK = "detect";

    /** As plain data; where LibreYOLO's checkpoints have the same thing, its name is used. */
    Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("model_family", family);
        plain.put("size", size);
        plain.put("task", TASK);
        plain.put("nc", names.size());
        plain.put("names", names);
        plain.put("imgsz", Math.max(height, width));
        plain.put("imgsz_h", height);
        plain.put("imgsz_w", width);
        plain.put("epoch", epoch);
        plain.put("batch", batch);
        plain.put("validated", validated);
        plain.put("step", updates);
        plain.put("batches", batches);
        plain.put("seconds", seconds);
        plain.put("best_metric_name", metric);
        plain.put("best_metric", best);
        plain.put("best_epoch", bestEpoch);
        plain.put("tally", tally);
        plain.put("metrics", metrics);
        plain.put("config", config);
        return plain;
    }

    /**
     * From plain data.
     *
     * @throws StudioException of kind MODEL that names the file and the entry that is missing or out of range
     */
    static CheckpointInfo of(Path file, Map<String, @Nullable Object> plain) {
        Fields fields = new Fields(file, plain);
        if (!TASK.equals(fields.text("task"))) {
            throw fields.fault("task", "\"" + TASK + "\"");
        }
        List<String> names = fields.list("names").stream().map(String::valueOf).toList();
        if (names.isEmpty() || names.size() != fields.count("nc")) {
            throw fields.fault("nc", "the number of names, which is " + names.size());
        }
        Map<String, Double> metrics = new LinkedHashMap<>();
        fields.map("metrics").forEach((name, value) -> metrics.put(String.valueOf(name), measured(value)));
        Map<String, String> config = new LinkedHashMap<>();
        fields.map("config").forEach((name, value) -> config.put(String.valueOf(name), String.valueOf(value)));
        double best = measured(plain.get("best_metric"));
        return new CheckpointInfo(
                fields.text("model_family"),
                fields.text("size"),
                names,
                (int) fields.count("imgsz_h"),
                (int) fields.count("imgsz_w"),
                (int) fields.count("epoch"),
                (int) fields.count("batch"),
                fields.flag("validated"),
                fields.count("step"),
                fields.count("batches"),
                measured(plain.get("seconds")),
                Double.isNaN(best) ? Double.NEGATIVE_INFINITY : best,
                (int) fields.count("best_epoch"),
                new ArrayList<>(fields.list("tally").stream()
                        .map(CheckpointInfo::measured)
                        .toList()),
                metrics,
                fields.text("best_metric_name"),
                config);
    }

    /** JSON has no NaN and no infinity; they come back as null. */
    private static double measured(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** Whether the checkpoint belongs to a model. */
    public boolean fits(Model model) {
        return family.equals(model.family()) && size.equals(model.size()) && names.size() == model.classes();
    }

    /** Entries of a document, each of the type that it must have. */
    private record Fields(Path file, Map<String, @Nullable Object> plain) {
        String text(String name) {
            if (plain.get(name) instanceof String text) {
                return text;
            }
            throw fault(name, "a text");
        }

        boolean flag(String name) {
            if (plain.get(name) instanceof Boolean flag) {
                return flag;
            }
            throw fault(name, "true or false");
        }

        long count(String name) {
            if (plain.get(name) instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
                return number;
            }
            throw fault(name, "a whole number that is not negative");
        }

        List<?> list(String name) {
            if (plain.get(name) instanceof List<?> list) {
                return list;
            }
            throw fault(name, "a list");
        }

        Map<?, ?> map(String name) {
            if (plain.get(name) instanceof Map<?, ?> map) {
                return map;
            }
            throw fault(name, "an object");
        }

        StudioException fault(String name, String wanted) {
            return new StudioException(
                    StudioException.Kind.MODEL,
                    "%s says %s of its %s where %s belongs.".formatted(file, plain.get(name), name, wanted),
                    "Use another checkpoint of the run.");
        }
    }
}
