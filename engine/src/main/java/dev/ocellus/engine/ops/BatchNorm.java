package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Batch normalisation over all axes but the channels, fused with what follows it in convolutional networks:
 * y = residual + act(bn(z₁) + bn(z₂)).
 *
 * <p>Operands: for each of {@code branches} (1 or 2): z [N, H, W, C], gamma, beta, running mean, running variance (each
 * [C]); then, if {@code residual}, a tensor of z's shape. Results: y and, if {@code training}, for each branch the saved
 * statistics [2, C] (mean, then 1/sqrt(variance + epsilon)). In training the batch's statistics normalise and the
 * running ones are updated in place with {@code momentum} (the running variance with Bessel's correction); otherwise the
 * running statistics normalise.
 *
 * <p>Source: S. Ioffe and C. Szegedy, arXiv:1502.03167.
 */
public record BatchNorm(
        int branches, Activation activation, boolean residual, float epsilon, float momentum, boolean training)
        implements Op {
    /** Operands of one branch: z, gamma, beta, running mean, running variance. */
    public static final int BRANCH_OPERANDS = 5;

    @Override
    public String name() {
        return training ? "batchnorm" : "batchnorm_inference";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        if (inputs.size() != branches * BRANCH_OPERANDS + (residual ? 1 : 0)) {
            throw new IllegalArgumentException("wrong number of operands: " + inputs.size());
        }
        TensorSpec z = inputs.get(0);
        for (int b = 0; b < branches; b++) {
            if (!inputs.get(b * BRANCH_OPERANDS).equals(z)) {
                throw new IllegalArgumentException("branches differ: " + z + ", " + inputs.get(b * BRANCH_OPERANDS));
            }
            for (int i = 1; i < BRANCH_OPERANDS; i++) {
                TensorSpec perChannel = inputs.get(b * BRANCH_OPERANDS + i);
                if (perChannel.shape().elements() != z.shape().channels()) {
                    throw new IllegalArgumentException(
                            "expected " + z.shape().channels() + " values, got " + perChannel);
                }
            }
        }
        if (residual && !inputs.get(inputs.size() - 1).equals(z)) {
            throw new IllegalArgumentException("residual " + inputs.get(inputs.size() - 1) + " differs from " + z);
        }
        List<TensorSpec> results = new ArrayList<>(List.of(z));
        if (training) {
            for (int b = 0; b < branches; b++) {
                results.add(TensorSpec.f32(2, z.shape().channels()));
            }
        }
        return results;
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        Value dy = gradients.get(0);
        List<Value> operands = new ArrayList<>(List.of(dy));
        for (int b = 0; b < branches; b++) {
            operands.addAll(node.inputs().subList(b * BRANCH_OPERANDS, b * BRANCH_OPERANDS + 3));
            if (training) {
                operands.add(node.output(1 + b));
            } else {
                operands.addAll(node.inputs().subList(b * BRANCH_OPERANDS + 3, (b + 1) * BRANCH_OPERANDS));
            }
        }
        List<Value> results = graph.apply(new BatchNormGradient(branches, activation, epsilon, training), operands);
        @Nullable Value[] contributions = new Value[node.inputs().size()];
        for (int b = 0; b < branches; b++) {
            for (int i = 0; i < 3; i++) {
                contributions[b * BRANCH_OPERANDS + i] = results.get(b * 3 + i);
            }
        }
        if (residual) {
            contributions[contributions.length - 1] = dy;
        }
        return Arrays.asList(contributions);
    }

    @Override
    public Set<Integer> mutates() {
        Set<Integer> running = new TreeSet<>();
        for (int b = 0; training && b < branches; b++) {
            running.add(b * BRANCH_OPERANDS + 3);
            running.add(b * BRANCH_OPERANDS + 4);
        }
        return running;
    }
}
