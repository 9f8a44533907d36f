package dev.ocellus.engine.train;

import dev.ocellus.engine.data.loader.Seeds;
import dev.ocellus.engine.run.AugmentationOptions;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The size of the network's input for each batch. It follows from the run's seed, the epoch and the batch's place in it alone, so that a
 * continued run sees the same sizes. Sizes are dealt like cards: each comes up once, the image size three times, before the deck is
 * shuffled anew; so every size comes as often as it should even in a short epoch. The last epochs, those without mosaic, use the image
 * size. Immutable.
 *
 * <p>Source of the range and of the threefold image size: the batches of DEIM (arXiv:2412.04234), as in D-FINE.
 */
final class MultiScale {
    private static final int TIMES_BASE = 3;
    /** Sets these draws apart from those of the samples, whose places count from 1. */
    private static final int DRAW = -1;

    private final ImageSize base;
    private final List<ImageSize> sizes;
    private final List<ImageSize> deck;
    private final long seed;
    private final int epochs;

    /** The sizes of a training. */
    MultiScale(RunConfig config) {
        base = config.get(ModelOptions.IMGSZ);
        seed = config.get(ComputeOptions.SEED);
        epochs = config.get(OptimizationOptions.EPOCHS) - config.get(AugmentationOptions.NO_AUG_EPOCHS);
        sizes = epochs > 0 ? config.get(AugmentationOptions.MULTI_SCALE).sizes(base) : List.of(base);
        deck = new ArrayList<>(sizes);
        deck.addAll(Collections.nCopies(TIMES_BASE - 1, base));
    }

    /** All sizes that occur, from small to large. */
    List<ImageSize> sizes() {
        return sizes;
    }

    /**
     * The size of a batch.
     *
     * @param epoch from 1
     * @param batch place in the epoch, from 0
     */
    ImageSize at(int epoch, int batch) {
        if (epoch > epochs || sizes.size() == 1) {
            return base;
        }
        List<ImageSize> shuffled = new ArrayList<>(deck);
        Collections.shuffle(shuffled, new SplittableRandom(Seeds.of(seed, epoch, DRAW, batch / deck.size())));
        return shuffled.get(batch % deck.size());
    }
}
