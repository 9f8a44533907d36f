package dev.ocellus.engine.run;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The states of a run. Only the transitions named here exist; {@link RunLife} makes them one at a time. */
public enum RunState {
    /** Set up, nothing done yet. */
    CREATED,
    /** The dataset is being read. */
    INDEXING,
    /** Steps are being made. */
    RUNNING,
    /** Waits between two steps until it is told to go on. */
    PAUSED,
    /** Told to stop; the checkpoint is being written. */
    STOPPING,
    /** Ended before its last epoch by request; can be continued. */
    STOPPED,
    /** Ended as planned, early stop included. */
    COMPLETED,
    /** Ended by a fault; can be continued from its last checkpoint. */
    FAILED,
    /** Its process is gone without a word; can be continued from its last checkpoint. Only ever found, never entered. */
    INTERRUPTED;

    /** The states that may follow. */
    public Set<RunState> next() {
        return switch (this) {
            case CREATED -> EnumSet.of(INDEXING, RUNNING, STOPPING, FAILED);
            case INDEXING -> EnumSet.of(RUNNING, STOPPING, FAILED);
            case RUNNING -> EnumSet.of(PAUSED, STOPPING, COMPLETED, FAILED);
            case PAUSED -> EnumSet.of(RUNNING, STOPPING, FAILED);
            case STOPPING -> EnumSet.of(STOPPED, COMPLETED, FAILED);
            case STOPPED, COMPLETED, FAILED, INTERRUPTED -> EnumSet.noneOf(RunState.class);
        };
    }

    /** Whether the run has ended, in whatever way. */
    public boolean ended() {
        return next().isEmpty();
    }

    /** Whether the run has ended before its time, so that it can be continued. */
    public boolean resumable() {
        return ended() && this != COMPLETED;
    }

    /** The name in files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that name in a file. */
    public static RunState of(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
