package dev.ocellus.engine.data.loader;

import java.util.SplittableRandom;

/**
 * The order of samples in each epoch, and the seed of each sample. Not safe for concurrent use: the loader asks under
 * its lock.
 */
final class SampleOrder {

    private final LoaderPlan plan;
    private final int[] order;
    private int epoch = -1;

    SampleOrder(LoaderPlan plan) {
        this.plan = plan;
        this.order = new int[plan.samples()];
    }

    /** Which picture stands at a place of an epoch. Asked for in the order of epochs. */
    int picture(int epoch, int place) {
        if (epoch != this.epoch) {
            for (int i = 0; i < order.length; i++) {
                order[i] = i;
            }
            if (plan.training()) {
                shuffle(new SplittableRandom(mix(mix(plan.seed()) + epoch)));
            }
            this.epoch = epoch;
        }
        return order[place];
    }

    private void shuffle(SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int picture = order[i];
            order[i] = order[other];
            order[other] = picture;
        }
    }

    /** What the changes of the sample at a place of an epoch are drawn from. */
    long seed(int epoch, int place) {
        return mix(mix(mix(plan.seed()) + epoch) + 1 + place);
    }

    /** Spreads the bits of a number (the finaliser of SplitMix64, Steele et al. 2014). */
    private static long mix(long value) {
        long bits = value + 0x9e3779b97f4a7c15L;
        bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
        return bits ^ (bits >>> 31);
    }
}
