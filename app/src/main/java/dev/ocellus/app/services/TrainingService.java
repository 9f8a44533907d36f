package dev.ocellus.app.services;

import dev.ocellus.engine.run.RunConfig;
import java.nio.file.Path;

/** Starts trainings. Returns at once; faults appear in the session. */
public interface TrainingService {

    TrainingSession start(RunConfig config);

    /** Goes on with a run that was stopped or interrupted, from its last checkpoint. */
    TrainingSession resume(Path folder);
}
