package dev.ocellus.engine.nn;

import java.util.SplittableRandom;

/** How a parameter starts. */
public sealed interface Init {
    /** The same number in each element. */
    record Constant(float value) implements Init {}

    /** Independent numbers, uniform in [−bound, bound). */
    record Uniform(float bound) implements Init {}

    /**
     * Uniform initialisation of weights and bias with variance 1 / (3 fan-in), PyTorch's default for convolutions (K. He et
     * al., arXiv:1502.01852, with a leaky slope of sqrt 5).
     */
    static Init fanIn(int fanIn) {
        return new Uniform((float) (1 / Math.sqrt(fanIn)));
    }

    /** Draws all elements. */
    default void fill(float[] values, SplittableRandom random) {
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (this) {
                case Constant constant -> constant.value();
                case Uniform uniform -> (float) (uniform.bound() * (2 * random.nextDouble() - 1));
            };
        }
    }
}
