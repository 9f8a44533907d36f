package dev.ocellus.app.services;

import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One training that was started from the window. All methods but {@link #awaitEnd} return at once. {@link #drain()} is for one reader; it
 * takes from a ring that the engine writes without ever waiting.
 */
public interface TrainingSession {

    /** Where the run is kept; empty until it has a folder. */
    Optional<Path> folder();

    RunState state();

    /** Why the training failed. */
    Optional<Throwable> fault();

    /** What has happened since the last call, in order. */
    List<RunEvent> drain();

    /** Events that were lost because {@link #drain()} was not called for too long. */
    long dropped();

    /** Holds the training between two steps. */
    void pause();

    /** Goes on after {@link #pause()}. */
    void proceed();

    /** Ends the training within a step; what was trained is kept and can be resumed. */
    void stop();

    /** Returns when the training has ended and left its checkpoint, or after some seconds. */
    void awaitEnd() throws InterruptedException;
}
