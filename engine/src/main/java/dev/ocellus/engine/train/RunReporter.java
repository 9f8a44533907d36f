package dev.ocellus.engine.train;

import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunEvents;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunLog;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Tells what a run does: to its folder (log, status) and to whoever watches its events. State changes come from any
 * thread, everything else from the one that trains.
 */
final class RunReporter implements AutoCloseable {
    private static final long STATUS_NANOS = 2_000_000_000L;

    private final RunFolder folder;
    private final RunEvents events;
    private final RunLog log;
    private RunStatus status;
    private long written;

    RunReporter(RunFolder folder, RunEvents events, int epochs) throws IOException {
        this.folder = folder;
        this.events = events;
        log = folder.openLog();
        status = folder.status().map(old -> old.planned(epochs)).orElseGet(() -> RunStatus.created(epochs));
    }

    /** Adds a line to the log and tells it to watchers. */
    void log(String line) {
        log.line(line);
        events.publish(new RunEvent.Logged(line));
    }

    /** Adds a line to the log alone: watchers hear the same by another event. */
    void record(String line) {
        log.line(line);
    }

    /** Work beside the steps has come further. */
    void progress(String work, long done, long total) {
        events.publish(new RunEvent.Progressed(work, done, total));
        beat();
    }

    /** A batch has been trained. */
    void step(RunEvent.StepDone step, double progress, double etaSeconds) {
        events.publish(step);
        events.publish(new RunEvent.Estimated(progress, etaSeconds));
        synchronized (this) {
            status = status.at(progress, etaSeconds);
        }
        beat();
    }

    /** An epoch has been saved. */
    void epoch(EpochRow row, double progress, double etaSeconds) {
        synchronized (this) {
            status = status.after(row, progress, etaSeconds);
            write(status.in(status.state(), ""));
        }
        events.publish(new RunEvent.EpochDone(row));
    }

    /** The run is in another state. */
    void state(RunState state, String fault) {
        synchronized (this) {
            write(status.in(state, fault));
        }
        events.publish(new RunEvent.StateChanged(state));
    }

    /** Renews the sign of life if the last one is old. */
    private synchronized void beat() {
        if (System.nanoTime() - written > STATUS_NANOS) {
            write(status.in(status.state(), ""));
        }
    }

    private void write(RunStatus next) {
        status = next;
        written = System.nanoTime();
        try {
            folder.writeStatus(next);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            log.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
