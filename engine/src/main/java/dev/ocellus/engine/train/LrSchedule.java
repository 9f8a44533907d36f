package dev.ocellus.engine.train;

import dev.ocellus.engine.run.AugmentationOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;

/**
 * Learning rate and momentum of each optimizer step. A step is numbered by the steps that were taken before it, so that
 * the first is 0. Immutable; a step's values depend on its number alone, so a continued run needs no other state.
 *
 * <p>With N steps in all, W of warm-up and P in the last epochs without mosaic:
 *
 * <ul>
 *   <li>{@code linear}: linear rise over W, then linear fall to the least rate at N;
 *   <li>{@code cos}: linear rise over W, then half a cosine to the least rate at N;
 *   <li>{@code constant}: linear rise over W, then the full rate;
 *   <li>{@code flat_cosine}: linear rise over W, the full rate until N − P, then half a cosine;
 *   <li>{@code yoloxwarmcos}: quadratic rise over W, half a cosine until N − P, then the least rate.
 * </ul>
 *
 * <p>Sources: I. Loshchilov and F. Hutter, SGDR, ICLR 2017 (cosine); Z. Ge et al., YOLOX, 2021 (quadratic warm-up and
 * the last epochs without augmentation).
 */
public final class LrSchedule {

    private final String kind;
    private final double full;
    private final double start;
    private final double least;
    private final long steps;
    private final long warmup;
    private final long plain;
    private final double startMomentum;
    private final double momentum;

    /**
     * @param config a training's configuration
     * @param stepsPerEpoch optimizer steps in an epoch
     */
    public LrSchedule(RunConfig config, long stepsPerEpoch) {
        kind = config.get(OptimizationOptions.SCHEDULER);
        full = config.get(OptimizationOptions.LR0);
        start = config.get(OptimizationOptions.WARMUP_LR_START);
        least = full * config.get(OptimizationOptions.MIN_LR_RATIO);
        steps = stepsPerEpoch * config.get(OptimizationOptions.EPOCHS);
        warmup = stepsPerEpoch * config.get(OptimizationOptions.WARMUP_EPOCHS);
        plain = Math.min(stepsPerEpoch * config.get(AugmentationOptions.NO_AUG_EPOCHS), steps - warmup);
        startMomentum = config.get(OptimizationOptions.WARMUP_MOMENTUM);
        momentum = config.get(OptimizationOptions.MOMENTUM);
    }

    /** Optimizer steps of the whole run. */
    public long steps() {
        return steps;
    }

    /** Learning rate of a step. */
    public double learningRate(long step) {
        if (step < warmup) {
            double share = (double) step / warmup;
            return start + (full - start) * (kind.equals("yoloxwarmcos") ? share * share : share);
        }
        return switch (kind) {
            case "linear" -> full + (least - full) * share(step, warmup, steps);
            case "cos" -> halfCosine(share(step, warmup, steps));
            case "constant" -> full;
            case "flat_cosine" -> step < steps - plain ? full : halfCosine(share(step, steps - plain, steps));
            case "yoloxwarmcos" -> step < steps - plain ? halfCosine(share(step, warmup, steps - plain)) : least;
            default -> throw new IllegalStateException(kind);
        };
    }

    /** Momentum of a step: rises linearly during the warm-up. */
    public double momentum(long step) {
        return step < warmup ? startMomentum + (momentum - startMomentum) * step / warmup : momentum;
    }

    private double halfCosine(double share) {
        return least + 0.5 * (full - least) * (1 + Math.cos(Math.PI * share));
    }

    private static double share(long step, long from, long to) {
        return Math.min(1, (double) (step - from) / Math.max(1, to - from));
    }
}
