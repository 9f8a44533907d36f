package dev.ocellus.engine.data.augment;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The distribution Beta(32, 32): symmetric about a half, with a standard deviation of 0.062. */
final class BetaDistribution {

    private static final int SHAPE = 32;

    private BetaDistribution() {}

    /** Draws a number: the median of 2·32 − 1 uniform ones has this distribution. */
    static double sample(SplittableRandom random) {
        double[] uniform = random.doubles(2 * SHAPE - 1).toArray();
        Arrays.sort(uniform);
        return uniform[SHAPE - 1];
    }
}
