package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.Shape;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Evaluates a graph in double precision by the plainest loops that follow the definitions: the reference for the kernels
 * of all backends and for gradients by finite differences. Dense row-major arrays by value; nothing is shared.
 */
public final class Interpreter {
    private final Map<Value, double[]> values = new HashMap<>();

    /** Sets an input or a stored tensor. */
    public void set(Value value, double[] numbers) {
        values.put(value, numbers.clone());
    }

    /** A computed, given or mutated tensor. */
    public double[] get(Value value) {
        return values.get(value);
    }

    /** Runs all nodes. */
    public void run(Graph graph) {
        graph.nodes().forEach(this::execute);
    }

    private double[] in(Node node, int i) {
        return values.get(node.input(i));
    }

    private void out(Node node, int i, double[] numbers) {
        values.put(node.output(i), numbers);
    }

    private void execute(Node node) {
        switch (node.op()) {
            case Conv2d op -> out(node, 0, conv(op.geometry(node.input(0).shape()), node));
            case Conv2dInputGradient op -> out(node, 0, convInput(op.geometry(), in(node, 0), in(node, 1)));
            case Conv2dWeightGradient op -> convWeights(op.geometry(), node);
            case BatchNorm op -> BatchNormReference.forward(op, node, values);
            case BatchNormGradient op -> BatchNormReference.backward(op, node, values);
            case Activate op -> out(node, 0, map(in(node, 0), x -> activate(op.activation(), x)));
            case ActivateGradient op -> {
                double[] dy = in(node, 0).clone();
                double[] x = in(node, 1);
                for (int i = 0; i < dy.length; i++) {
                    dy[i] *= slope(op.activation(), x[i]);
                }
                out(node, 0, dy);
            }
            case Add op -> {
                double[] sum = in(node, 0).clone();
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += in(node, 1)[i];
                }
                out(node, 0, sum);
            }
            case Pool2d op -> pool(op, node);
            case Pool2dGradient op -> out(node, 0, poolGradient(op, node));
            case GlobalAveragePool op -> out(node, 0, globalAverage(node));
            case GlobalAveragePoolGradient op -> {
                double[] dx = new double[(int) op.input().elements()];
                int c = op.input().channels();
                int area = op.input().pixels();
                for (int i = 0; i < dx.length; i++) {
                    dx[i] = in(node, 0)[i / (area * c) * c + i % c] / area;
                }
                out(node, 0, dx);
            }
            case Upsample op -> out(node, 0, upsample(node.input(0).shape(), op.factor(), in(node, 0)));
            case UpsampleGradient op -> out(node, 0, downsum(node.output(0).shape(), op.factor(), in(node, 0)));
            case Resize op -> out(node, 0, ResizeReference.forward(op, node, in(node, 0)));
            case ResizeGradient op -> out(node, 0, ResizeReference.backward(op, node, in(node, 0)));
            case Concat op -> out(node, 0, concat(op.axis(), node));
            case Split op -> split(op, node);
            case Reshape op -> out(node, 0, in(node, 0));
            case Copy op -> out(node, 0, in(node, 0));
            case Cast op -> out(node, 0, in(node, 0)); // nothing is rounded here
            case Fill op -> {
                double[] filled = new double[(int) op.spec().shape().elements()];
                Arrays.fill(filled, op.number());
                out(node, 0, filled);
            }
            case NormalizeImages op -> out(node, 0, map(in(node, 0), x -> x * op.scale()));
            case Softmax op ->
                out(node, 0, softmax(in(node, 0), node.input(0).shape().channels()));
            case SoftmaxGradient op -> out(node, 0, softmaxGradient(node));
            case CrossEntropy op -> out(node, 0, crossEntropy(op.smoothing(), node));
            case CrossEntropyGradient op -> out(node, 0, crossEntropyGradient(op.smoothing(), node));
            case Reduce op -> {
                double sum = Arrays.stream(in(node, 0)).sum();
                out(node, 0, new double[] {op.kind() == Reduce.Kind.SUM ? sum : sum / in(node, 0).length});
            }
            case ReduceGradient op -> {
                double[] dx = new double[(int) op.input().elements()];
                Arrays.fill(dx, in(node, 0)[0] / (op.kind() == Reduce.Kind.SUM ? 1 : dx.length));
                out(node, 0, dx);
            }
            case ReadControl op ->
                out(node, 0, new double[] {in(node, 0)[op.slot().ordinal()]});
            case GradientNorm op -> {
                double sum = 0;
                for (ParameterRange range : op.ranges()) {
                    for (long i = range.offset(); i < range.offset() + range.length(); i++) {
                        sum += Math.pow(in(node, 0)[(int) i], 2);
                    }
                }
                double norm = Math.sqrt(sum);
                if (op.scaled()) {
                    norm /= in(node, 1)[Scaler.SCALE.ordinal()];
                    in(node, 1)[Scaler.SKIP.ordinal()] = Double.isFinite(norm) ? 0 : 1;
                }
                out(node, 0, new double[] {norm});
            }
            case ScaledSeed op ->
                out(node, 0, new double[] {
                    in(node, 0)[Control.LOSS_SCALE.ordinal()] * in(node, 1)[Scaler.SCALE.ordinal()]
                });
            case UpdateScaler op -> OptimizerReference.updateScaler(op, in(node, 0));
            case SgdUpdate op -> OptimizerReference.sgd(op, node, values);
            case AdamUpdate op -> OptimizerReference.adam(op, node, values);
            case EmaUpdate op -> {
                double decay = in(node, 2)[Control.EMA_DECAY.ordinal()];
                double[] average = in(node, 0);
                for (int i = 0; i < average.length; i++) {
                    average[i] = decay * average[i] + (1 - decay) * in(node, 1)[i];
                }
            }
            case AccumulateGradients op -> {
                double keep = 1 - in(node, 2)[Control.FIRST_BATCH.ordinal()];
                for (int i = 0; i < in(node, 0).length; i++) {
                    in(node, 0)[i] = keep * in(node, 0)[i] + in(node, 1)[i];
                }
            }
            default -> throw new IllegalArgumentException("no reference for " + node.op());
        }
    }

    private static double[] map(double[] x, java.util.function.DoubleUnaryOperator f) {
        return Arrays.stream(x).map(f).toArray();
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    static double activate(Activation activation, double x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> Math.max(x, 0);
            case RELU6 -> Math.min(Math.max(x, 0), 6);
            case LEAKY_RELU -> x > 0 ? x : 0.1 * x;
            case SILU -> x * sigmoid(x);
            case SIGMOID -> sigmoid(x);
            case HARD_SWISH -> x * Math.min(Math.max(x + 3, 0), 6) / 6;
            case GELU -> x * normalCdf(x);
        };
    }

    static double slope(Activation activation, double x) {
        double h = 1e-6;
        return switch (activation) {
            case IDENTITY -> 1;
            case RELU -> x > 0 ? 1 : 0;
            case RELU6 -> x > 0 && x < 6 ? 1 : 0;
            case LEAKY_RELU -> x > 0 ? 1 : 0.1;
            case HARD_SWISH -> x <= -3 ? 0 : x >= 3 ? 1 : x / 3 + 0.5;
            default -> (activate(activation, x + h) - activate(activation, x - h)) / (2 * h);
        };
    }

    /** The normal distribution by its series around 0, exact to rounding for the numbers of the tests. */
    private static double normalCdf(double x) {
        if (Math.abs(x) > 7) {
            return x > 0 ? 1 : 0;
        }
        double term = x;
        double sum = x;
        for (int n = 1; n < 200; n++) {
            term *= x * x / (2 * n + 1);
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    /** Tells each pair of an output and an input element that a weight joins. */
    private interface Tap {
        void visit(int out, int in, int weight);
    }

    private static void taps(ConvGeometry g, Tap tap) {
        int inGroup = g.inChannels() / g.groups();
        int outGroup = g.outChannels() / g.groups();
        for (int n = 0; n < g.batch(); n++) {
            for (int y = 0; y < g.outHeight(); y++) {
                for (int x = 0; x < g.outWidth(); x++) {
                    for (int o = 0; o < g.outChannels(); o++) {
                        int out = ((n * g.outHeight() + y) * g.outWidth() + x) * g.outChannels() + o;
                        for (int ky = 0; ky < g.kernel(); ky++) {
                            for (int kx = 0; kx < g.kernel(); kx++) {
                                int iy = y * g.stride() + ky - g.padding();
                                int ix = x * g.stride() + kx - g.padding();
                                if (iy < 0 || iy >= g.inHeight() || ix < 0 || ix >= g.inWidth()) {
                                    continue;
                                }
                                for (int i = 0; i < inGroup; i++) {
                                    int channel = o / outGroup * inGroup + i;
                                    int in = ((n * g.inHeight() + iy) * g.inWidth() + ix) * g.inChannels() + channel;
                                    tap.visit(out, in, ((o * g.kernel() + ky) * g.kernel() + kx) * inGroup + i);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private double[] conv(ConvGeometry g, Node node) {
        double[] y = new double[(int) g.output().elements()];
        double[] x = in(node, 0);
        double[] w = in(node, 1);
        if (node.inputs().size() > 2) {
            for (int i = 0; i < y.length; i++) {
                y[i] = in(node, 2)[i % g.outChannels()];
            }
        }
        taps(g, (out, in, weight) -> y[out] += x[in] * w[weight]);
        return y;
    }

    private static double[] convInput(ConvGeometry g, double[] dy, double[] w) {
        double[] dx = new double[(int) g.input().elements()];
        taps(g, (out, in, weight) -> dx[in] += dy[out] * w[weight]);
        return dx;
    }

    private void convWeights(ConvGeometry g, Node node) {
        double[] x = in(node, 0);
        double[] dy = in(node, 1);
        double[] dw = new double[(int) g.weights().elements()];
        taps(g, (out, in, weight) -> dw[weight] += dy[out] * x[in]);
        out(node, 0, dw);
        if (node.outputs().size() > 1) {
            double[] db = new double[g.outChannels()];
            for (int i = 0; i < dy.length; i++) {
                db[i % db.length] += dy[i];
            }
            out(node, 1, db);
        }
    }

    private void pool(Pool2d op, Node node) {
        Shape s = node.input(0).shape();
        Shape o = node.output(0).shape();
        double[] x = in(node, 0);
        double[] y = new double[(int) o.elements()];
        double[] winner = new double[y.length];
        int k = op.kernel();
        for (int i = 0; i < y.length; i++) {
            int c = i % o.channels();
            int column = i / o.channels() % o.dim(2);
            int row = i / o.channels() / o.dim(2) % o.dim(1);
            int n = i / o.channels() / o.dim(2) / o.dim(1);
            double best = Double.NEGATIVE_INFINITY;
            double sum = 0;
            for (int t = 0; t < k * k; t++) {
                int iy = row * op.stride() + t / k - op.padding();
                int ix = column * op.stride() + t % k - op.padding();
                if (iy >= 0 && iy < s.dim(1) && ix >= 0 && ix < s.dim(2)) {
                    double v = x[((n * s.dim(1) + iy) * s.dim(2) + ix) * s.channels() + c];
                    sum += v;
                    if (v > best) {
                        best = v;
                        winner[i] = t;
                    }
                }
            }
            y[i] = op.kind() == Pool2d.Kind.MAX ? best : sum / (k * k);
        }
        out(node, 0, y);
        if (node.outputs().size() > 1) {
            out(node, 1, winner);
        }
    }

    private double[] poolGradient(Pool2dGradient op, Node node) {
        Shape s = op.input();
        Shape o = node.input(0).shape();
        double[] dy = in(node, 0);
        double[] dx = new double[(int) s.elements()];
        int k = op.pool().kernel();
        for (int i = 0; i < dy.length; i++) {
            int c = i % o.channels();
            int column = i / o.channels() % o.dim(2);
            int row = i / o.channels() / o.dim(2) % o.dim(1);
            int n = i / o.channels() / o.dim(2) / o.dim(1);
            for (int t = 0; t < k * k; t++) {
                int iy = row * op.pool().stride() + t / k - op.pool().padding();
                int ix = column * op.pool().stride() + t % k - op.pool().padding();
                if (iy >= 0 && iy < s.dim(1) && ix >= 0 && ix < s.dim(2)) {
                    double share = op.pool().kind() == Pool2d.Kind.MAX ? (in(node, 1)[i] == t ? 1 : 0) : 1.0 / (k * k);
                    dx[((n * s.dim(1) + iy) * s.dim(2) + ix) * s.channels() + c] += share * dy[i];
                }
            }
        }
        return dx;
    }

    private double[] globalAverage(Node node) {
        Shape s = node.input(0).shape();
        double[] y = new double[s.images() * s.channels()];
        double[] x = in(node, 0);
        for (int i = 0; i < x.length; i++) {
            y[i / (s.pixels() * s.channels()) * s.channels() + i % s.channels()] += x[i] / s.pixels();
        }
        return y;
    }

    private static double[] upsample(Shape s, int f, double[] x) {
        double[] y = new double[x.length * f * f];
        visitBlocks(s, f, (whole, small) -> y[whole] = x[small]);
        return y;
    }

    private static double[] downsum(Shape s, int f, double[] dy) {
        double[] dx = new double[dy.length / f / f];
        visitBlocks(s, f, (whole, small) -> dx[small] += dy[whole]);
        return dx;
    }

    private static void visitBlocks(Shape small, int f, java.util.function.BiConsumer<Integer, Integer> visit) {
        int height = small.dim(1) * f;
        int width = small.dim(2) * f;
        for (int i = 0; i < small.images() * height * width * small.channels(); i++) {
            int c = i % small.channels();
            int x = i / small.channels() % width;
            int y = i / small.channels() / width % height;
            int n = i / small.channels() / width / height;
            visit.accept(i, ((n * small.dim(1) + y / f) * small.dim(2) + x / f) * small.channels() + c);
        }
    }

    private double[] concat(Axis axis, Node node) {
        Shape whole = node.output(0).shape();
        int at = axis.of(whole);
        int inner = axis == Axis.ROWS ? whole.channels() : 1;
        int outer = (int) (whole.elements() / whole.dim(at) / inner);
        double[] y = new double[(int) whole.elements()];
        int offset = 0;
        for (int i = 0; i < node.inputs().size(); i++) {
            int size = node.input(i).shape().dim(at) * inner;
            for (int o = 0; o < outer; o++) {
                System.arraycopy(in(node, i), o * size, y, o * whole.dim(at) * inner + offset, size);
            }
            offset += size;
        }
        return y;
    }

    private void split(Split op, Node node) {
        Shape whole = node.input(0).shape();
        int at = op.axis().of(whole);
        int inner = op.axis() == Axis.ROWS ? whole.channels() : 1;
        int outer = (int) (whole.elements() / whole.dim(at) / inner);
        int offset = 0;
        for (int i = 0; i < node.outputs().size(); i++) {
            int size = op.sizes().get(i) * inner;
            double[] part = new double[outer * size];
            for (int o = 0; o < outer; o++) {
                System.arraycopy(in(node, 0), o * whole.dim(at) * inner + offset, part, o * size, size);
            }
            out(node, i, part);
            offset += size;
        }
    }

    private static double[] softmax(double[] x, int channels) {
        double[] y = new double[x.length];
        for (int row = 0; row < x.length; row += channels) {
            double max = Double.NEGATIVE_INFINITY;
            for (int c = 0; c < channels; c++) {
                max = Math.max(max, x[row + c]);
            }
            double sum = 0;
            for (int c = 0; c < channels; c++) {
                sum += y[row + c] = Math.exp(x[row + c] - max);
            }
            for (int c = 0; c < channels; c++) {
                y[row + c] /= sum;
            }
        }
        return y;
    }

    private double[] softmaxGradient(Node node) {
        double[] dy = in(node, 0);
        double[] y = in(node, 1);
        int channels = node.input(1).shape().channels();
        double[] dx = new double[dy.length];
        for (int i = 0; i < dx.length; i++) {
            int row = i / channels * channels;
            double dot = 0;
            for (int c = 0; c < channels; c++) {
                dot += dy[row + c] * y[row + c];
            }
            dx[i] = y[i] * (dy[i] - dot);
        }
        return dx;
    }

    private static double target(double[] labels, int i, int channels, double smoothing) {
        return smoothing / channels + (labels[i / channels] == i % channels ? 1 - smoothing : 0);
    }

    private double[] crossEntropy(double smoothing, Node node) {
        int channels = node.input(0).shape().channels();
        double[] p = softmax(in(node, 0), channels);
        double loss = 0;
        for (int i = 0; i < p.length; i++) {
            loss -= target(in(node, 1), i, channels, smoothing) * Math.log(p[i]);
        }
        int rows = p.length / channels;
        return new double[] {loss / rows};
    }

    private double[] crossEntropyGradient(double smoothing, Node node) {
        int channels = node.input(1).shape().channels();
        double[] p = softmax(in(node, 1), channels);
        int rows = p.length / channels;
        for (int i = 0; i < p.length; i++) {
            p[i] = (p[i] - target(in(node, 2), i, channels, smoothing)) * in(node, 0)[0] / rows;
        }
        return p;
    }
}
