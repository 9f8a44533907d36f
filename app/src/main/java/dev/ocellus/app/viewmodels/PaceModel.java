package dev.ocellus.app.viewmodels;

import dev.ocellus.engine.run.RunEvent.StepDone;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;

/** How fast a training goes: step time, images a second, share of waiting for data. NaN before the first step. */
public final class PaceModel {

    private static final double LATEST = 0.1;

    private final RunningMedian steps = new RunningMedian();
    private final ReadOnlyDoubleWrapper stepMillis = new ReadOnlyDoubleWrapper(Double.NaN);
    private final ReadOnlyDoubleWrapper imagesPerSecond = new ReadOnlyDoubleWrapper(Double.NaN);
    private final ReadOnlyDoubleWrapper waitShare = new ReadOnlyDoubleWrapper(Double.NaN);

    /** Median time of the latest steps in milliseconds. */
    public ReadOnlyDoubleProperty stepMillisProperty() {
        return stepMillis.getReadOnlyProperty();
    }

    public ReadOnlyDoubleProperty imagesPerSecondProperty() {
        return imagesPerSecond.getReadOnlyProperty();
    }

    /** Share of the step time spent waiting for input, 0 to 1, averaged over the latest steps. */
    public ReadOnlyDoubleProperty waitShareProperty() {
        return waitShare.getReadOnlyProperty();
    }

    void clear() {
        steps.clear();
        stepMillis.set(Double.NaN);
        imagesPerSecond.set(Double.NaN);
        waitShare.set(Double.NaN);
    }

    void add(StepDone step) {
        steps.add(step.stepMillis());
        double share = step.stepMillis() > 0 ? Math.clamp(step.waitMillis() / step.stepMillis(), 0, 1) : 0;
        double before = waitShare.get();
        waitShare.set(Double.isNaN(before) ? share : before + LATEST * (share - before));
    }

    /** Brings the derived numbers up to date; a median is not worth its sort after every step. */
    void update(int batch) {
        stepMillis.set(steps.value());
        imagesPerSecond.set(batch * 1000 / steps.value());
    }
}
