package dev.ocellus.app.services;

import java.nio.file.Path;
import java.util.Optional;

/** One training that was started from the window. All methods return at once and are safe from any thread. */
public interface TrainingSession {

    /** The run's name, as its folder is called. */
    String name();

    /** Where the run is kept; empty until it has a folder. */
    Optional<Path> folder();

    TrainingState state();

    TrainingProgress progress();

    /** Why the training failed. */
    Optional<Throwable> fault();

    RunFeed feed();

    /** Holds the training between two steps. */
    void pause();

    /** Goes on after {@link #pause()}. */
    void proceed();

    /** Ends the training within a step; what was trained is kept and can be resumed. */
    void stop();
}
