package dev.ocellus.app.viewmodels;

import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.charts.Curve.Goal;
import dev.ocellus.app.services.EpochSample;
import dev.ocellus.app.services.StepSample;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The curves of a run: losses over steps, metrics over epochs. Curves appear when their first value does. */
public final class RunCurves {

    private static final List<String> SHOWN_METRICS = List.of("mAP50-95", "mAP50", "precision", "recall", "F1");

    private final ObservableList<Curve> losses = FXCollections.observableArrayList();
    private final ObservableList<Curve> metrics = FXCollections.observableArrayList();

    public ObservableList<Curve> losses() {
        return losses;
    }

    public ObservableList<Curve> metrics() {
        return metrics;
    }

    void clear() {
        losses.clear();
        metrics.clear();
    }

    void add(StepSample sample) {
        curve(losses, "loss", Goal.NONE).add(sample.step(), sample.loss());
        for (Map.Entry<String, Double> part : sample.parts().entrySet()) {
            curve(losses, part.getKey(), Goal.NONE).add(sample.step(), part.getValue());
        }
    }

    void add(EpochSample sample) {
        for (Map.Entry<String, Double> metric : sample.metrics().entrySet()) {
            String name = shortName(metric.getKey());
            if (SHOWN_METRICS.stream().anyMatch(shown -> shown.equalsIgnoreCase(name))) {
                curve(metrics, name, Goal.HIGHEST).add(sample.epoch(), metric.getValue());
            }
        }
    }

    private static Curve curve(ObservableList<Curve> curves, String name, Goal goal) {
        for (Curve curve : curves) {
            if (curve.name().equals(name)) {
                return curve;
            }
        }
        Curve added = new Curve(name, curves.size(), goal);
        curves.add(added);
        return added;
    }

    private static String shortName(String key) {
        String name = key.substring(key.lastIndexOf('/') + 1);
        return name.toLowerCase(Locale.ROOT).startsWith("map") ? "mAP" + name.substring(3) : name;
    }
}
