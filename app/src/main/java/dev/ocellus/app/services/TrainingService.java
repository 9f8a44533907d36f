package dev.ocellus.app.services;

import dev.ocellus.engine.run.RunConfig;

/** Starts trainings, or continues one where the configuration says so. Returns at once; faults appear in the session. */
public interface TrainingService {

    TrainingSession start(RunConfig config);
}
