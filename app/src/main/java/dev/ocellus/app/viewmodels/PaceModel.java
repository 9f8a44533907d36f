package dev.ocellus.app.viewmodels;

import dev.ocellus.app.services.StepSample;
import dev.ocellus.app.services.TrainingProgress;
import java.time.Duration;
import java.util.Optional;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** How fast a training goes: step time, images a second, share of waiting for data, remaining time. */
public final class PaceModel {

    private static final double LATEST = 0.1;

    private final Eta eta = new Eta();
    private final ReadOnlyDoubleWrapper stepMillis = new ReadOnlyDoubleWrapper(Double.NaN);
    private final ReadOnlyDoubleWrapper imagesPerSecond = new ReadOnlyDoubleWrapper(Double.NaN);
    private final ReadOnlyDoubleWrapper waitShare = new ReadOnlyDoubleWrapper(Double.NaN);
    private final ReadOnlyObjectWrapper<Optional<Duration>> remaining = new ReadOnlyObjectWrapper<>(Optional.empty());
    private int images;

    /** Median time of a step in milliseconds; NaN before the first. */
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

    /** Time to the end of the run; empty while it is still being measured. */
    public ReadOnlyObjectProperty<Optional<Duration>> remainingProperty() {
        return remaining.getReadOnlyProperty();
    }

    void clear() {
        eta.reset();
        stepMillis.set(Double.NaN);
        imagesPerSecond.set(Double.NaN);
        waitShare.set(Double.NaN);
        remaining.set(Optional.empty());
    }

    void step(StepSample sample) {
        eta.step(sample.nanos());
        images = sample.images();
        double share = sample.nanos() == 0 ? 0 : (double) sample.waitNanos() / sample.nanos();
        waitShare.set(Double.isNaN(waitShare.get()) ? share : waitShare.get() + LATEST * (share - waitShare.get()));
    }

    void validation(long nanos) {
        eta.validation(nanos);
    }

    void update(TrainingProgress progress) {
        long median = eta.medianNanos();
        if (median > 0) {
            stepMillis.set(median / 1e6);
            imagesPerSecond.set(images * 1e9 / median);
        }
        remaining.set(
                progress.steps() == 0
                        ? Optional.empty()
                        : eta.remaining(progress.steps() - progress.step(), progress.validationsLeft()));
    }
}
