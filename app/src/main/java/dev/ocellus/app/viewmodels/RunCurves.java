package dev.ocellus.app.viewmodels;

import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.charts.Curve.Goal;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.RunEvent.StepDone;
import java.util.List;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The curves of a run: losses over steps, metrics over epochs. A curve appears when its first value does. */
public final class RunCurves {

    /** The metric by which epochs are compared comes first. */
    private static final List<String> METRICS = List.of("mAP50-95", "mAP50", "precision", "recall");

    private final ObservableList<Curve> losses = FXCollections.observableArrayList();
    private final ObservableList<Curve> metrics = FXCollections.observableArrayList();

    public ObservableList<Curve> losses() {
        return losses;
    }

    public ObservableList<Curve> metrics() {
        return metrics;
    }

    /** The metric by which epochs are compared; empty before the first validation. */
    public Optional<Curve> mainMetric() {
        return metrics.stream()
                .filter(curve -> curve.name().equals(METRICS.getFirst()))
                .findFirst();
    }

    void clear() {
        losses.clear();
        metrics.clear();
    }

    void add(StepDone step) {
        curve(losses, "loss", Goal.NONE).add(step.step(), step.loss());
        step.losses().forEach((name, value) -> curve(losses, name, Goal.NONE).add(step.step(), value));
    }

    void add(EpochRow row) {
        for (String name : METRICS) {
            Double value = row.metrics().get("metrics/" + name);
            if (value != null) {
                curve(metrics, name, Goal.HIGHEST).add(row.epoch(), value);
            }
        }
    }

    /** Adds the mean losses of an epoch, for a run whose steps are not known any more. */
    void addLosses(EpochRow row) {
        curve(losses, "loss", Goal.NONE).add(row.epoch(), row.loss());
        row.losses().forEach((name, value) -> curve(losses, name, Goal.NONE).add(row.epoch(), value));
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
}
