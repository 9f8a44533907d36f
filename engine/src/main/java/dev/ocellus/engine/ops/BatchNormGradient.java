package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradient of {@link BatchNorm}. Operands: gradient of the result, then for each branch z, gamma, beta and either the
 * saved statistics [2, C] (training) or running mean and running variance. Results for each branch: gradients of z,
 * gamma and beta.
 */
public record BatchNormGradient(int branches, Activation activation, float epsilon, boolean training) implements Op {
    @Override
    public String name() {
        return "batchnorm_backward";
    }

    /** Operands of one branch. */
    public int branchOperands() {
        return training ? 4 : 5;
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        List<TensorSpec> results = new ArrayList<>();
        for (int b = 0; b < branches; b++) {
            results.addAll(inputs.subList(1 + b * branchOperands(), 4 + b * branchOperands()));
        }
        return results;
    }

    @Override
    public int inPlace(int output) {
        return output == 0 ? 0 : -1;
    }
}
