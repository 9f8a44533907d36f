package dev.ocellus.app.services;

/**
 * How far a training has come.
 *
 * @param epoch the present one, from 1; 0 before the first
 * @param step steps finished in the run
 * @param steps steps of the whole run; 0 while unknown
 * @param validationsLeft validations still to come
 */
public record TrainingProgress(int epoch, int epochs, long step, long steps, int validationsLeft) {

    public static final TrainingProgress NONE = new TrainingProgress(0, 0, 0, 0, 0);

    /** From 0 to 1, driven by steps; −1 while unknown. */
    public double fraction() {
        return steps == 0 ? -1 : Math.clamp((double) step / steps, 0, 1);
    }
}
