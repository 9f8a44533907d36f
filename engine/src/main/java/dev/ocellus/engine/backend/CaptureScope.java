package dev.ocellus.engine.backend;

import dev.ocellus.engine.graph.Phase;

/** How much of a step is recorded, to be started as a whole later. */
public enum CaptureScope {
    /** The network alone: forward and backward are one recording each, the rest is enqueued call by call. */
    NETWORK,
    /** The whole step is one recording. */
    STEP;

    /** Whether calls of a phase are recorded. */
    public boolean includes(Phase phase) {
        return this == STEP || phase == Phase.PREPROCESS || phase == Phase.FORWARD || phase == Phase.BACKWARD;
    }
}
