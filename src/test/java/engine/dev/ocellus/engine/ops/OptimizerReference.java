package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Value;
import java.util.List;
import java.util.Map;

/** Optimizer updates by the definitions, in double precision. */
final class OptimizerReference {
    private OptimizerReference() {}

    /** Updates one element. */
    private interface Update {
        void apply(int i, double gradient, double decay);
    }

    private static void each(
            List<ParameterRange> ranges, double[] gradients, double norm, double[] control, Update update) {
        double clip = control[Control.CLIP_NORM.ordinal()];
        double factor = clip > 0 ? Math.min(1, clip / (norm + 1e-6)) : 1;
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
        each(op.ranges(), values.get(node.input(1)), values.get(node.input(3))[0], control, (i, gradient, decay) -> {
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
        double c1 = control[Control.BIAS_CORRECTION1.ordinal()];
        double c2 = control[Control.BIAS_CORRECTION2.ordinal()];
        each(op.ranges(), values.get(node.input(1)), values.get(node.input(4))[0], control, (i, gradient, decay) -> {
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
