package dev.ocellus.app.services;

/** What a training is doing. Only {@link #COMPLETED} means that every epoch was trained. */
public enum TrainingState {
    PREPARING,
    TRAINING,
    VALIDATING,
    PAUSED,
    STOPPING,
    COMPLETED,
    STOPPED,
    INTERRUPTED,
    FAILED;

    /** Whether nothing more will happen by itself or by the pause switch. */
    public boolean ended() {
        return this == COMPLETED || this == STOPPED || this == INTERRUPTED || this == FAILED;
    }
}
