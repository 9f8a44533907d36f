package dev.ocellus.app.viewmodels;

/**
 * How far a training has come.
 *
 * @param epoch the present one, from 1; 0 before the first step
 * @param step batches finished in the run
 * @param steps batches of the whole run; 0 while unknown
 * @param share share of the run that is done, 0 to 1; −1 while unknown
 * @param etaSeconds time left; NaN while it is being measured
 */
public record RunProgress(int epoch, int epochs, long step, long steps, double share, double etaSeconds) {

    static final RunProgress NONE = new RunProgress(0, 0, 0, 0, -1, Double.NaN);
}
