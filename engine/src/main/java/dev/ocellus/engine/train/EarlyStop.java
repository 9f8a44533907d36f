package dev.ocellus.engine.train;

/**
 * Remembers the best epoch and says when to give up waiting for a better one. Immutable.
 *
 * @param patience epochs without a better value after which a run ends; 0 means never
 * @param best best value so far, −∞ before the first
 * @param bestEpoch its epoch, counted from 1; 0 before the first
 */
public record EarlyStop(int patience, double best, int bestEpoch) {

    /** Before the first epoch. */
    public static EarlyStop start(int patience) {
        return new EarlyStop(patience, Double.NEGATIVE_INFINITY, 0);
    }

    /** Whether a value is better than all before. A value that could not be measured (negative or NaN) never is. */
    public boolean improves(double value) {
        return value >= 0 && value > best;
    }

    /** The state after an epoch's value has been seen. */
    public EarlyStop after(int epoch, double value) {
        return improves(value) ? new EarlyStop(patience, value, epoch) : this;
    }

    /** Whether to stop after an epoch. Never before a first value was measured. */
    public boolean shouldStop(int epoch) {
        return patience > 0 && bestEpoch > 0 && epoch - bestEpoch >= patience;
    }
}
