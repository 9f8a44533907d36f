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
                shuffle(new SplittableRandom(Seeds.of(plan.seed(), epoch)));
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
        return Seeds.of(plan.seed(), epoch, 1 + place);
    }
}
