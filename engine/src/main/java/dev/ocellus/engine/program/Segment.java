package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Phase;

/** The part of a program that one call executes. */
public enum Segment {
    /** The whole step. */
    ALL,
    /** Everything up to the gradients: one batch of an accumulation window. */
    GRADIENTS,
    /** Clipping, optimizer and moving average. */
    UPDATE;

    /** Whether calls of the phase belong to this segment. */
    public boolean includes(Phase phase) {
        return this == ALL || (phase == Phase.OPTIMIZER) == (this == UPDATE);
    }
}
