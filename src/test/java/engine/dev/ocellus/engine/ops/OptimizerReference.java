package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Optimizer updates by the definitions, in double precision. */
final class OptimizerReference {
    private OptimizerReference() {}

    /** Updates one element. */
    private interface Update {
        void apply(int i, double gradient, double decay);
    }

    private static double @Nullable [] scaler(Node node, int operand, Map<Value, double[]> values) {
        return operand < node.inputs().size() ? values.get(node.input(operand)) : null;
    }

    static void updateScaler(UpdateScaler op, double[] s) {
        int scale = Scaler.SCALE.ordinal();
        int good = Scaler.GOOD_UPDATES.ordinal();
        if (s[Scaler.SKIP.ordinal()] != 0) {
            s[scale] /= 2;
            s[good] = 0;
            s[Scaler.SKIPPED.ordinal()]++;
            return;
        }
        s[Scaler.DONE.ordinal()]++;
        if (++s[good] == op.growthInterval()) {
            s[scale] *= 2;
            s[good] = 0;
        }
    }

    private static void each(
            List<ParameterRange> ranges,
            double[] gradients,
            double norm,
            double[] control,
            double @Nullable [] scaler,
            Update update) {
        double clip = control[Control.CLIP_NORM.ordinal()];
        double factor = clip > 0 ? Math.min(1, clip / (norm + 1e-6)) : 1;
        if (scaler != null) {
            factor /= scaler[Scaler.SCALE.ordinal()];
        }
        for (ParameterRange range : ranges) {
            Control slot = range.decayGroup() == 0 ? Control.WEIGHT_DECAY : Control.WEIGHT_DECAY_OTHER;
            for (long i = range.offset(); i < range.offset() + range.length(); i++) {
                update.apply((int) i, factor * gradients[(int) i], control[slot.ordinal()]);
            }
        }
    }

    static void sgd(SgdUpdate op, Node node, Map<Value, double[]> values) {
        double[] p = values.get(node.input(0));
        double[] m = values.get(node.input(2));
        double[] control = values.get(node.input(4));
        double lr = control[Control.LEARNING_RATE.ordinal()];
        double momentum = control[Control.MOMENTUM.ordinal()];
        boolean first = control[Control.FIRST_UPDATE.ordinal()] == 1;
        each(
                op.ranges(),
                values.get(node.input(1)),
                values.get(node.input(3))[0],
                control,
                scaler(node, 5, values),
                (i, gradient, decay) -> {
                    double g = gradient + decay * p[i];
                    m[i] = first ? g : momentum * m[i] + g;
                    p[i] -= lr * (op.nesterov() ? g + momentum * m[i] : m[i]);
                });
    }

    static void adam(AdamUpdate op, Node node, Map<Value, double[]> values) {
        double[] p = values.get(node.input(0));
        double[] m = values.get(node.input(2));
        double[] v = values.get(node.input(3));
        double[] control = values.get(node.input(5));
        double lr = control[Control.LEARNING_RATE.ordinal()];
        double beta1 = control[Control.MOMENTUM.ordinal()];
        double beta2 = control[Control.BETA2.ordinal()];
        double @Nullable [] scaler = scaler(node, 6, values);
        double updates = scaler == null ? 0 : scaler[Scaler.DONE.ordinal()] + 1;
        double c1 = scaler == null ? control[Control.BIAS_CORRECTION1.ordinal()] : 1 - Math.pow(beta1, updates);
        double c2 = scaler == null ? control[Control.BIAS_CORRECTION2.ordinal()] : 1 - Math.pow(beta2, updates);
        each(
                op.ranges(),
                values.get(node.input(1)),
                values.get(node.input(4))[0],
                control,
                scaler,
                (i, gradient, decay) -> {
                    double g = op.decoupledDecay() ? gradient : gradient + decay * p[i];
                    if (op.decoupledDecay()) {
                        p[i] *= 1 - lr * decay;
                    }
                    m[i] = beta1 * m[i] + (1 - beta1) * g;
                    v[i] = beta2 * v[i] + (1 - beta2) * g * g;
                    p[i] -= lr / c1 * m[i] / (Math.sqrt(v[i] / c2) + op.epsilon());
                });
    }
}
