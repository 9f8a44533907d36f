package dev.ocellus.engine.data.loader;

import dev.ocellus.engine.data.augment.AugmentSettings;

/**
 * Which samples a loader makes, in which order and in which batches. Everything follows from it and from the files: not
 * from the number of threads, their timing, or the cache. Immutable.
 *
 * @param samples pictures of the split
 * @param batch images in a batch as asked for
 * @param inputHeight height of the network's input in pixels
 * @param inputWidth width of the network's input in pixels
 * @param maxTargets rows for boxes of an image
 * @param training whether samples are shuffled and changed, and a last batch that would not be full is left out
 * @param seed what the order of samples and their changes are drawn from
 * @param epochs passes over the split
 * @param mosaicEpochs passes, from the first, that use mosaics
 * @param firstEpoch epoch to begin with, from zero
 * @param firstBatch batch of that epoch to begin with, from zero
 */
public record LoaderPlan(
        int samples,
        int batch,
        int inputHeight,
        int inputWidth,
        int maxTargets,
        boolean training,
        long seed,
        int epochs,
        int mosaicEpochs,
        int firstEpoch,
        int firstBatch) {

    private static final int SMALLEST_BUCKET = 32;

    /** Refuses counts that make no sense. */
    public LoaderPlan {
        if (samples < 1 || batch < 1 || inputHeight < 1 || inputWidth < 1 || maxTargets < 1 || epochs < 1) {
            throw new IllegalArgumentException("a loader needs samples, a batch, a size, rows and epochs");
        }
    }

    /**
     * A plan for training.
     *
     * @param maxLabels most rows for boxes of an image; there are fewer where the split cannot fill them
     */
    public static LoaderPlan training(
            Split split,
            AugmentSettings settings,
            int batch,
            int inputHeight,
            int inputWidth,
            int maxLabels,
            long seed,
            int epochs,
            int mosaicEpochs) {
        int most = split.mostBoxes() * settings.picturesPerSample();
        int rows = bucket(most, maxLabels);
        return new LoaderPlan(
                split.size(), batch, inputHeight, inputWidth, rows, true, seed, epochs, mosaicEpochs, 0, 0);
    }

    /** A plan for validation: each picture once a pass, in order, as many passes as one likes, room for every box. */
    public static LoaderPlan validation(Split split, int batch, int inputHeight, int inputWidth) {
        int rows = bucket(split.mostBoxes(), Integer.MAX_VALUE);
        return new LoaderPlan(split.size(), batch, inputHeight, inputWidth, rows, false, 0, Integer.MAX_VALUE, 0, 0, 0);
    }

    /** The same stream of batches, beginning elsewhere. */
    public LoaderPlan startingAt(int epoch, int batchOfEpoch) {
        return new LoaderPlan(
                samples,
                batch,
                inputHeight,
                inputWidth,
                maxTargets,
                training,
                seed,
                epochs,
                mosaicEpochs,
                epoch,
                batchOfEpoch);
    }

    /** Rows for this many boxes: 32, 64, 128 and so on, at most a limit. So few different programs are compiled. */
    static int bucket(int boxes, int limit) {
        long rows = SMALLEST_BUCKET;
        while (rows < boxes) {
            rows *= 2;
        }
        return (int) Math.min(rows, limit);
    }

    /** Images of each batch: fewer than asked for where the split has fewer in all. */
    public int batchSize() {
        return Math.min(batch, samples);
    }

    /** Batches of an epoch. */
    public int batchesPerEpoch() {
        return training ? samples / batchSize() : Math.ceilDiv(samples, batchSize());
    }

    /** Samples of an epoch: those left out by a last batch that is not full do not count. */
    public int samplesPerEpoch() {
        return Math.min(samples, batchesPerEpoch() * batchSize());
    }
}
