package dev.ocellus.engine.backend.cuda;

/** Part of a step in order: calls enqueued one by one, or a recording of them. */
sealed interface StepPiece {
    /** Calls {@code first} to {@code end} − 1. */
    record Eager(int first, int end) implements StepPiece {}

    /** A recording. */
    record Recorded(CudaGraph graph) implements StepPiece {}
}
