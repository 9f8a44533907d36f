package dev.ocellus.engine.nn;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.ops.Axis;
import dev.ocellus.engine.ops.BatchNorm;
import dev.ocellus.engine.ops.Cast;
import dev.ocellus.engine.ops.Concat;
import dev.ocellus.engine.ops.Conv2d;
import dev.ocellus.engine.ops.ConvertedWeights;
import dev.ocellus.engine.ops.Pool2d;
import dev.ocellus.engine.ops.Reshape;
import dev.ocellus.engine.ops.Split;
import dev.ocellus.engine.ops.Upsample;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds layers into a graph at a module path; {@link #at} descends. Names of parameters are path + "." + name, as in a
 * state dict. Not safe for several threads.
 */
public final class Layers {
    /** Constants of batch normalisation that belong to a family. */
    public record Norm(float epsilon, float momentum) {}

    /** What the whole network shares. */
    private record Context(
            Graph graph,
            ParameterSource source,
            Norm norm,
            boolean training,
            boolean average,
            Predicate<String> frozen,
            @Nullable Value converted) {}

    private final Context context;
    private final String path;

    private Layers(Context context, String path) {
        this.context = context;
        this.path = path;
    }

    /** Layers of a network in training: batch statistics, gradients for all parameters that are not frozen. */
    public static Layers training(Graph graph, ParameterSource source, Norm norm, Predicate<String> frozen) {
        return new Layers(new Context(graph, source, norm, true, false, frozen, null), "");
    }

    /**
     * Layers of a network for inference: running statistics, no gradients.
     *
     * @param average whether the moving average of the weights is used
     */
    public static Layers inference(Graph graph, ParameterSource source, Norm norm, boolean average) {
        return new Layers(new Context(graph, source, norm, false, average, name -> true, null), "");
    }

    /**
     * The same layers with weights of convolutions in another element type, which activations then have too.
     *
     * @param layout where the parameters lie
     */
    public Layers converted(ParameterLayout layout, DType type) {
        Store store = context.average() ? Store.EMA_PARAMETERS : Store.PARAMETERS;
        Shape all = Shape.of(Math.toIntExact(layout.weightElements()));
        Value weights = graph().stored("weights", all, store, 0, false);
        Value converted = graph().at("weights", () -> graph().apply(new Cast(type), weights));
        return new Layers(
                new Context(
                        graph(),
                        context.source(),
                        context.norm(),
                        context.training(),
                        context.average(),
                        context.frozen(),
                        converted),
                path);
    }

    /** Layers of the submodule {@code name}. */
    public Layers at(String name) {
        return new Layers(context, name(name));
    }

    /** Layers of the submodule number {@code index}. */
    public Layers at(int index) {
        return at(Integer.toString(index));
    }

    /** The graph that is built. */
    public Graph graph() {
        return context.graph();
    }

    /** Convolution with "same" padding for odd kernels, with or without a bias. */
    public Value conv(Value x, int channels, int kernel, int stride, int groups, @Nullable Init bias) {
        Conv2d op = new Conv2d(channels, kernel, stride, (kernel - 1) / 2, groups);
        Shape weights = op.geometry(x.shape()).weights();
        int fanIn = weights.dim(1) * weights.dim(2) * weights.dim(3);
        List<Value> operands = new ArrayList<>(List.of(x, weights(weights, Init.fanIn(fanIn))));
        if (bias != null) {
            operands.add(parameter("bias", Shape.of(channels), bias, 1));
        }
        return node(() -> graph().apply(op, operands).get(0));
    }

    /** Convolution, batch normalisation and activation: submodules {@code conv} and {@code bn}. */
    public Value convNorm(Value x, int channels, int kernel, int stride, int groups, Activation activation) {
        return norm(List.of(branch(x, channels, kernel, stride, groups)), activation, null);
    }

    /** As {@link #convNorm} with a tensor that is added after the activation. */
    public Value convNormResidual(Value x, int channels, int kernel, Activation activation, Value residual) {
        return norm(List.of(branch(x, channels, kernel, 1, 1)), activation, residual);
    }

    /** A convolution and the module whose batch normalisation follows it. */
    public record Branch(Layers module, Value z) {}

    /** Convolution {@code conv} of this module, to be normalised by {@link #norm}. */
    public Branch branch(Value x, int channels, int kernel, int stride, int groups) {
        return new Branch(at("bn"), at("conv").conv(x, channels, kernel, stride, groups, null));
    }

    /** residual + activation(sum of the normalised branches). */
    public Value norm(List<Branch> branches, Activation activation, @Nullable Value residual) {
        boolean training =
                context.training() && !frozen(branches.get(0).module().name("weight"));
        List<Value> operands = new ArrayList<>();
        for (Branch branch : branches) {
            Layers bn = branch.module();
            Shape channels = Shape.of(branch.z().shape().channels());
            operands.add(branch.z());
            operands.add(bn.parameter("weight", channels, new Init.Constant(1), 1));
            operands.add(bn.parameter("bias", channels, new Init.Constant(0), 1));
            operands.add(bn.buffer("running_mean", channels, new Init.Constant(0)));
            operands.add(bn.buffer("running_var", channels, new Init.Constant(1)));
        }
        if (residual != null) {
            operands.add(residual);
        }
        Norm norm = context.norm();
        BatchNorm op =
                new BatchNorm(branches.size(), activation, residual != null, norm.epsilon(), norm.momentum(), training);
        return node(() -> graph().apply(op, operands).get(0));
    }

    /** Linear layer on rows [N, K] as a 1×1 convolution on images of one pixel. */
    public Value linear(Value rows, int channels, Init bias) {
        int images = rows.shape().dim(0);
        Value pixels = reshape(rows, Shape.of(images, 1, 1, rows.shape().channels()));
        return reshape(conv(pixels, channels, 1, 1, 1, bias), Shape.of(images, channels));
    }

    /** Maximum over windows. */
    public Value maxPool(Value x, int kernel, int stride, int padding) {
        return node(() -> graph().apply(new Pool2d(Pool2d.Kind.MAX, kernel, stride, padding), x));
    }

    /** Mean over windows. */
    public Value averagePool(Value x, int kernel, int stride, int padding) {
        return node(() -> graph().apply(new Pool2d(Pool2d.Kind.AVERAGE, kernel, stride, padding), x));
    }

    /** Nearest-neighbour enlargement. */
    public Value upsample(Value x, int factor) {
        return node(() -> graph().apply(new Upsample(factor), x));
    }

    /** Joins along an axis. */
    public Value concat(Axis axis, Value... parts) {
        return concat(axis, List.of(parts));
    }

    /** Joins along an axis. */
    public Value concat(Axis axis, List<Value> parts) {
        return node(() -> graph().apply(new Concat(axis), parts).get(0));
    }

    /** Cuts the channels into halves. */
    public List<Value> halves(Value x) {
        int half = x.shape().channels() / 2;
        return node(() -> graph().apply(new Split(Axis.CHANNELS, List.of(half, half)), List.of(x)));
    }

    /** The same elements under another shape. */
    public Value reshape(Value x, Shape shape) {
        return node(() -> graph().apply(new Reshape(shape), x));
    }

    /** The same numbers in float32. */
    public Value wide(Value x) {
        return x.spec().dtype() == DType.F32 ? x : node(() -> graph().apply(new Cast(DType.F32), x));
    }

    private <T> T node(java.util.function.Supplier<T> build) {
        return graph().at(path, build);
    }

    private Value weights(Shape shape, Init init) {
        Value parameter = parameter("weight", shape, init, 0);
        Value converted = context.converted();
        if (converted == null) {
            return parameter;
        }
        int offset = Math.toIntExact(Objects.requireNonNull(parameter.binding()).offset());
        return node(() -> graph().apply(new ConvertedWeights(offset), parameter, converted));
    }

    private Value parameter(String name, Shape shape, Init init, int decayGroup) {
        Parameter p = context.source().get(name(name), shape, init, Store.PARAMETERS, decayGroup);
        Store store = context.average() ? Store.EMA_PARAMETERS : Store.PARAMETERS;
        boolean trainable = context.training() && !frozen(p.name());
        return graph().stored(p.name(), shape, store, p.offset(), trainable);
    }

    private Value buffer(String name, Shape shape, Init init) {
        Parameter p = context.source().get(name(name), shape, init, Store.BUFFERS, 1);
        Store store = context.average() ? Store.EMA_BUFFERS : Store.BUFFERS;
        return graph().stored(p.name(), shape, store, p.offset(), false);
    }

    private boolean frozen(String name) {
        return context.frozen().test(name);
    }

    private String name(String last) {
        return path.isEmpty() ? last : path + "." + last;
    }
}
