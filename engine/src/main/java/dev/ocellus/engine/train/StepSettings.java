package dev.ocellus.engine.train;

import dev.ocellus.engine.run.NumberPair;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.tensor.DType;
import java.util.Locale;
import java.util.Set;

/**
 * What of a run stays the same in all its steps.
 *
 * @param betas decay rates of Adam's averages; unused by SGD
 * @param weightDecay of weights of convolutions and linear layers
 * @param otherDecay of all other parameters
 * @param clipNorm largest gradient norm, 0 for no clipping
 * @param average whether a moving average of the weights is kept
 * @param averageDecay its decay after many updates
 * @param accumulate whether gradients of several batches are summed before an update
 * @param frozen names of parameters that are not trained
 * @param activations element type of activations and of the weights that they meet
 */
public record StepSettings(
        OptimizerKind optimizer,
        boolean nesterov,
        double[] betas,
        double weightDecay,
        double otherDecay,
        double clipNorm,
        boolean average,
        double averageDecay,
        boolean accumulate,
        Set<String> frozen,
        DType activations) {
    /** Updates over which the moving average warms up. */
    private static final double AVERAGE_WARMUP = 2000;

    /** Settings for float32. */
    public StepSettings(
            OptimizerKind optimizer,
            boolean nesterov,
            double[] betas,
            double weightDecay,
            double otherDecay,
            double clipNorm,
            boolean average,
            double averageDecay,
            boolean accumulate,
            Set<String> frozen) {
        this(
                optimizer,
                nesterov,
                betas,
                weightDecay,
                otherDecay,
                clipNorm,
                average,
                averageDecay,
                accumulate,
                frozen,
                DType.F32);
    }

    /**
     * The settings of a configuration.
     *
     * @param accumulate whether gradients of several batches are summed before an update
     * @param frozen names of parameters that are not trained
     */
    public static StepSettings of(RunConfig config, boolean accumulate, Set<String> frozen) {
        OptimizerKind optimizer =
                OptimizerKind.valueOf(config.get(OptimizationOptions.OPTIMIZER).toUpperCase(Locale.ROOT));
        NumberPair betas = config.get(OptimizationOptions.BETAS);
        return new StepSettings(
                optimizer,
                config.get(OptimizationOptions.NESTEROV),
                new double[] {betas.first(), betas.second()},
                config.get(OptimizationOptions.WEIGHT_DECAY),
                0,
                config.get(OptimizationOptions.CLIP_MAX_NORM),
                config.get(OptimizationOptions.EMA),
                config.get(OptimizationOptions.EMA_DECAY),
                accumulate,
                frozen,
                Precision.of(config).activations());
    }

    /** Decay of the moving average at an update, counted from 1. */
    double averageDecay(long update) {
        return averageDecay * (1 - Math.exp(-update / AVERAGE_WARMUP));
    }

    /** Whether the loss is scaled. */
    public boolean scaled() {
        return options().scaled();
    }

    StepGraphs.StepOptions options() {
        return new StepGraphs.StepOptions(optimizer, nesterov, accumulate, average, frozen::contains, activations);
    }
}
