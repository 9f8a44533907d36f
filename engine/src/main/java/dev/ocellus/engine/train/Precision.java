package dev.ocellus.engine.train;

import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.tensor.DType;

/**
 * In which types a run computes.
 *
 * @param activations element type of activations and of the weights that they meet; everything else is float32
 */
public record Precision(DType activations) {
    /** What a configuration that {@link Devices#resolve} has seen asks for. */
    public static Precision of(RunConfig config) {
        if (!config.has(ComputeOptions.AMP) || !config.get(ComputeOptions.AMP)) {
            return new Precision(DType.F32);
        }
        return new Precision(config.get(ComputeOptions.AMP_DTYPE).equals("bfloat16") ? DType.BF16 : DType.F16);
    }
}
