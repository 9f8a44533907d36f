package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Value;
import java.util.Map;

/** Batch normalisation and its gradient by the definitions, in double precision. */
final class BatchNormReference {
    private BatchNormReference() {}

    private static double normalised(double z, double mean, double inverse, double gamma, double beta) {
        return (z - mean) * inverse * gamma + beta;
    }

    static void forward(BatchNorm op, Node node, Map<Value, double[]> values) {
        int channels = node.input(0).shape().channels();
        double[] argument = new double[(int) node.input(0).shape().elements()];
        for (int b = 0; b < op.branches(); b++) {
            int first = b * BatchNorm.BRANCH_OPERANDS;
            double[] z = values.get(node.input(first));
            double[] gamma = values.get(node.input(first + 1));
            double[] beta = values.get(node.input(first + 2));
            double[] runningMean = values.get(node.input(first + 3));
            double[] runningVariance = values.get(node.input(first + 4));
            double[] saved = new double[2 * channels];
            int count = z.length / channels;
            for (int c = 0; c < channels; c++) {
                double mean = runningMean[c];
                double variance = runningVariance[c];
                if (op.training()) {
                    mean = 0;
                    for (int i = c; i < z.length; i += channels) {
                        mean += z[i] / count;
                    }
                    variance = 0;
                    for (int i = c; i < z.length; i += channels) {
                        variance += (z[i] - mean) * (z[i] - mean) / count;
                    }
                    double unbiased = variance * count / (count - 1);
                    runningMean[c] += op.momentum() * (mean - runningMean[c]);
                    runningVariance[c] += op.momentum() * (unbiased - runningVariance[c]);
                }
                saved[c] = mean;
                saved[channels + c] = 1 / Math.sqrt(variance + op.epsilon());
            }
            for (int i = 0; i < z.length; i++) {
                int c = i % channels;
                argument[i] += normalised(z[i], saved[c], saved[channels + c], gamma[c], beta[c]);
            }
            if (op.training()) {
                values.put(node.output(1 + b), saved);
            }
        }
        double[] y = new double[argument.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = Interpreter.activate(op.activation(), argument[i]);
            if (op.residual()) {
                y[i] += values.get(node.inputs().getLast())[i];
            }
        }
        values.put(node.output(0), y);
    }

    static void backward(BatchNormGradient op, Node node, Map<Value, double[]> values) {
        int channels = node.input(1).shape().channels();
        double[] dy = values.get(node.input(0));
        double[] argument = new double[dy.length];
        double[][] mean = new double[op.branches()][channels];
        double[][] inverse = new double[op.branches()][channels];
        for (int b = 0; b < op.branches(); b++) {
            int first = 1 + b * op.branchOperands();
            double[] saved = values.get(node.input(first + 3));
            for (int c = 0; c < channels; c++) {
                mean[b][c] = saved[c];
                inverse[b][c] = op.training()
                        ? saved[channels + c]
                        : 1 / Math.sqrt(values.get(node.input(first + 4))[c] + op.epsilon());
            }
            for (int i = 0; i < dy.length; i++) {
                int c = i % channels;
                argument[i] += normalised(
                        values.get(node.input(first))[i],
                        mean[b][c],
                        inverse[b][c],
                        values.get(node.input(first + 1))[c],
                        values.get(node.input(first + 2))[c]);
            }
        }
        double[] du = new double[dy.length];
        for (int i = 0; i < dy.length; i++) {
            du[i] = dy[i] * Interpreter.slope(op.activation(), argument[i]);
        }
        int count = dy.length / channels;
        for (int b = 0; b < op.branches(); b++) {
            int first = 1 + b * op.branchOperands();
            double[] z = values.get(node.input(first));
            double[] gamma = values.get(node.input(first + 1));
            double[] dz = new double[dy.length];
            double[] dgamma = new double[channels];
            double[] dbeta = new double[channels];
            for (int i = 0; i < dy.length; i++) {
                int c = i % channels;
                dgamma[c] += du[i] * (z[i] - mean[b][c]) * inverse[b][c];
                dbeta[c] += du[i];
            }
            for (int i = 0; i < dy.length; i++) {
                int c = i % channels;
                double centred = op.training()
                        ? du[i] - dbeta[c] / count - (z[i] - mean[b][c]) * inverse[b][c] * dgamma[c] / count
                        : du[i];
                dz[i] = gamma[c] * inverse[b][c] * centred;
            }
            values.put(node.output(3 * b), dz);
            values.put(node.output(3 * b + 1), dgamma);
            values.put(node.output(3 * b + 2), dbeta);
        }
    }
}
