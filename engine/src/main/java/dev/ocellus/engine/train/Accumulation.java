package dev.ocellus.engine.train;

/**
 * How many batches' gradients are summed before the weights change. The last window of an epoch may be shorter, and is
 * then averaged over its real length. Immutable.
 *
 * @param batches batches in a full window, at least 1
 * @param batchesPerEpoch batches in an epoch, at least 1
 */
public record Accumulation(int batches, int batchesPerEpoch) {

    /** Windows of round(nominal / batch) batches (halves to even), at least one; a nominal batch of 0 means no accumulation. */
    public static Accumulation of(int nominal, int batch, int batchesPerEpoch) {
        return new Accumulation((int) Math.max(1, Math.rint((double) nominal / batch)), batchesPerEpoch);
    }

    /** Optimizer steps in an epoch. */
    public int stepsPerEpoch() {
        return Math.ceilDiv(batchesPerEpoch, batches);
    }

    /** Batches in the window that holds the given batch (counted from 0 within the epoch). */
    public int window(int batch) {
        int first = batch - batch % batches;
        return Math.min(batches, batchesPerEpoch - first);
    }

    /** Whether a batch starts a new sum. */
    public boolean first(int batch) {
        return batch % batches == 0;
    }

    /** Whether the weights change after a batch. */
    public boolean last(int batch) {
        return batch % batches == batches - 1 || batch == batchesPerEpoch - 1;
    }
}
