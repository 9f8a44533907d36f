package dev.ocellus.app.viewmodels;

import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.faults.FaultDesk;
import dev.ocellus.app.services.EpochSample;
import dev.ocellus.app.services.RunFeed;
import dev.ocellus.app.services.StepSample;
import dev.ocellus.app.services.TrainingProgress;
import dev.ocellus.app.services.TrainingSession;
import dev.ocellus.app.services.TrainingState;
import java.util.Optional;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/**
 * The training that is being watched. {@link #refresh()} reads what has come since the last call; the view calls it at
 * its own pace, so the engine never waits for it.
 */
public final class TrainingViewModel {

    private final FaultDesk faults;
    private final RunCurves curves = new RunCurves();
    private final LogModel log = new LogModel();
    private final PaceModel pace = new PaceModel();
    private final ReadOnlyObjectWrapper<Optional<TrainingState>> state = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<TrainingProgress> progress = new ReadOnlyObjectWrapper<>(TrainingProgress.NONE);
    private final ReadOnlyStringWrapper name = new ReadOnlyStringWrapper("");
    private final ReadOnlyLongWrapper dropped = new ReadOnlyLongWrapper();
    private TrainingSession session;
    private boolean faultShown;

    public TrainingViewModel(FaultDesk faults) {
        this.faults = faults;
    }

    /** Watches a training from its beginning. */
    public void watch(TrainingSession watched) {
        session = watched;
        faultShown = false;
        curves.clear();
        log.clear();
        pace.clear();
        name.set(watched.name());
        refresh();
    }

    /** Takes over what has come since the last call. */
    public void refresh() {
        if (session == null) {
            return;
        }
        TrainingState now = session.state();
        RunFeed feed = session.feed();
        for (StepSample sample : feed.steps().drain()) {
            curves.add(sample);
            pace.step(sample);
        }
        for (EpochSample sample : feed.epochs().drain()) {
            curves.add(sample);
            if (sample.validationNanos() > 0) {
                pace.validation(sample.validationNanos());
            }
        }
        log.add(feed.log().drain());
        dropped.set(feed.dropped());
        name.set(session.name());
        progress.set(session.progress());
        pace.update(session.progress());
        state.set(Optional.of(now));
        if (now == TrainingState.FAILED && !faultShown) {
            faultShown = true;
            session.fault().ifPresent(faults::report);
        }
    }

    public void pause() {
        session.pause();
        refresh();
    }

    public void proceed() {
        session.proceed();
        refresh();
    }

    public void stop() {
        session.stop();
        refresh();
    }

    public Optional<TrainingSession> session() {
        return Optional.ofNullable(session);
    }

    /** Whether a training is going on, paused or not. */
    public boolean active() {
        return state.get().filter(now -> !now.ended()).isPresent();
    }

    /** Empty while there is nothing to watch. */
    public ReadOnlyObjectProperty<Optional<TrainingState>> stateProperty() {
        return state.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<TrainingProgress> progressProperty() {
        return progress.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty nameProperty() {
        return name.getReadOnlyProperty();
    }

    /** Samples and lines that were lost because the window was too slow. */
    public ReadOnlyLongProperty droppedProperty() {
        return dropped.getReadOnlyProperty();
    }

    public RunCurves curves() {
        return curves;
    }

    public LogModel log() {
        return log;
    }

    public PaceModel pace() {
        return pace;
    }

    /** The metric that decides which weights are the best; empty before the first validation. */
    public Optional<Curve> mainMetric() {
        return curves.metrics().stream().findFirst();
    }
}
