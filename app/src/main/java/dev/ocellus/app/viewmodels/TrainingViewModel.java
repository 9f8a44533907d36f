package dev.ocellus.app.viewmodels;

import dev.ocellus.app.faults.FaultDesk;
import dev.ocellus.app.services.RunHistory;
import dev.ocellus.app.services.RunSummary;
import dev.ocellus.app.services.TrainingSession;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunState;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The training that is being watched, or an earlier run that is being looked at. {@link #refresh()} reads what has come
 * since the last call; the window calls it at its own pace, so the engine never waits for it.
 */
public final class TrainingViewModel {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final FaultDesk faults;
    private final RunCurves curves = new RunCurves();
    private final LogModel log = new LogModel();
    private final PaceModel pace = new PaceModel();
    private final ReadOnlyObjectWrapper<Optional<RunState>> state = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<RunProgress> progress = new ReadOnlyObjectWrapper<>(RunProgress.NONE);
    private final ReadOnlyObjectWrapper<Optional<SideWork>> sideWork = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper name = new ReadOnlyStringWrapper("");
    private final ReadOnlyLongWrapper dropped = new ReadOnlyLongWrapper();
    private final ReadOnlyBooleanWrapper live = new ReadOnlyBooleanWrapper();
    private @Nullable TrainingSession session;
    private int batch;
    private int epochs;
    private boolean faultShown;

    public TrainingViewModel(FaultDesk faults) {
        this.faults = faults;
    }

    /** Watches a training from its beginning. */
    public void watch(TrainingSession watched, RunConfig config) {
        clear();
        session = watched;
        faultShown = false;
        batch = config.get(DataOptions.BATCH);
        epochs = config.get(OptimizationOptions.EPOCHS);
        name.set(config.get(OutputOptions.NAME));
        live.set(true);
        refresh();
    }

    /** Shows an earlier run; a training that is going on is not left for it. */
    public void open(RunHistory history) {
        if (active()) {
            return;
        }
        clear();
        session = null;
        RunSummary run = history.summary();
        for (EpochRow row : history.rows()) {
            curves.add(row);
            curves.addLosses(row);
        }
        log.add(history.log().stream().map(LogLine::stored).toList());
        name.set(run.name());
        live.set(false);
        double share = run.epochs() == 0 ? 0 : (double) run.epoch() / run.epochs();
        progress.set(new RunProgress(run.epoch(), run.epochs(), 0, 0, share, Double.NaN));
        state.set(Optional.of(run.state()));
    }

    /** Takes over what has come since the last call. */
    public void refresh() {
        if (session != null) {
            refresh(session);
        }
    }

    private void refresh(TrainingSession session) {
        RunState now = session.state();
        List<LogLine> lines = new ArrayList<>();
        for (RunEvent event : session.drain()) {
            take(event, lines);
        }
        log.add(lines);
        pace.update(batch);
        dropped.set(session.dropped());
        session.folder().ifPresent(folder -> name.set(folder.getFileName().toString()));
        state.set(Optional.of(now));
        if (now.ended()) {
            sideWork.set(Optional.empty());
        }
        if (now == RunState.FAILED && !faultShown) {
            session.fault().ifPresent(cause -> {
                faultShown = true;
                faults.report(cause);
            });
        }
    }

    private void take(RunEvent event, List<LogLine> lines) {
        switch (event) {
            case RunEvent.StepDone step -> {
                curves.add(step);
                pace.add(step);
                sideWork.set(Optional.empty());
                RunProgress before = progress.get();
                progress.set(new RunProgress(
                        step.epoch(),
                        epochs,
                        step.step(),
                        (long) epochs * step.batches(),
                        before.share(),
                        before.etaSeconds()));
            }
            case RunEvent.Estimated(double share, double etaSeconds) -> {
                RunProgress before = progress.get();
                progress.set(new RunProgress(
                        before.epoch(), before.epochs(), before.step(), before.steps(), share, etaSeconds));
            }
            case RunEvent.EpochDone(EpochRow row) -> curves.add(row);
            case RunEvent.Progressed(String work, long done, long total) ->
                sideWork.set(Optional.of(new SideWork(work, done, total)));
            case RunEvent.Logged(String line) -> lines.add(new LogLine(TIME.format(LocalTime.now()), line));
            case RunEvent.StateChanged changed -> {
                // the session's own state is read above, since an event may have been lost
            }
        }
    }

    private void clear() {
        curves.clear();
        log.clear();
        pace.clear();
        progress.set(RunProgress.NONE);
        sideWork.set(Optional.empty());
        dropped.set(0);
    }

    public void pause() {
        tell(TrainingSession::pause);
    }

    public void proceed() {
        tell(TrainingSession::proceed);
    }

    public void stop() {
        tell(TrainingSession::stop);
    }

    /** Stops a training that is going on and returns when its checkpoint is written: for the end of the program. */
    public void close() {
        if (session != null && active()) {
            session.stop();
            try {
                session.awaitEnd();
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void tell(Consumer<TrainingSession> request) {
        if (session != null) {
            request.accept(session);
            refresh(session);
        }
    }

    /** Whether a training is going on, paused or not. */
    public boolean active() {
        return session != null && !session.state().ended();
    }

    /** Empty while there is nothing to watch. */
    public ReadOnlyObjectProperty<Optional<RunState>> stateProperty() {
        return state.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<RunProgress> progressProperty() {
        return progress.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<SideWork>> sideWorkProperty() {
        return sideWork.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty nameProperty() {
        return name.getReadOnlyProperty();
    }

    /** Whether steps are known, as they are of a training that was watched, or only epochs. */
    public ReadOnlyBooleanProperty liveProperty() {
        return live.getReadOnlyProperty();
    }

    /** Events that were lost because the window was too slow. */
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
}
