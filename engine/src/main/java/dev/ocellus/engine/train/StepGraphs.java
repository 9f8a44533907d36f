package dev.ocellus.engine.train;

import dev.ocellus.engine.graph.Autodiff;
import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Phase;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Layers;
import dev.ocellus.engine.nn.ParameterLayout;
import dev.ocellus.engine.ops.AccumulateGradients;
import dev.ocellus.engine.ops.Add;
import dev.ocellus.engine.ops.Cast;
import dev.ocellus.engine.ops.Copy;
import dev.ocellus.engine.ops.EmaUpdate;
import dev.ocellus.engine.ops.GradientNorm;
import dev.ocellus.engine.ops.NormalizeImages;
import dev.ocellus.engine.ops.ParameterRange;
import dev.ocellus.engine.ops.ReadControl;
import dev.ocellus.engine.ops.Resize;
import dev.ocellus.engine.ops.ScaledSeed;
import dev.ocellus.engine.ops.UpdateScaler;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Builds the graphs of a run: the training step from input bytes to the moving average of the weights, and inference.
 * Pure; safe on any thread.
 */
public final class StepGraphs {
    /** Name of the input with the images, [N, H, W, 3], at the size that the loader gives them. */
    public static final String IMAGES = "images";

    /** Name of the input with the targets, F32 [N, T, 5], in pixels of the network's input. */
    public static final String TARGETS = "targets";

    /** Name of the output with the total loss. */
    public static final String LOSS = "loss";

    /** Name of the output with the parts of the loss, see {@link Model#lossNames}. */
    public static final String LOSS_PARTS = "loss_parts";

    /** Name of the output with the norm of the gradient before clipping. */
    public static final String GRADIENT_NORM = "grad_norm";

    /** Name of the output with the decoded predictions. */
    public static final String PREDICTIONS = "predictions";

    /** Name of the output with the network's raw predictions. */
    public static final String RAW = "raw";

    /**
     * Sizes that are fixed in a compiled step.
     *
     * @param height of the network's input in pixels
     * @param width of the network's input in pixels
     * @param maxTargets rows for boxes of an image
     * @param imageHeight of the images that the step is given
     * @param imageWidth of the images that the step is given; they are resized to the network's input where they differ from it
     */
    public record StepShape(int batch, int height, int width, int maxTargets, int imageHeight, int imageWidth) {
        /** A step that is given images of the size that the network takes. */
        public StepShape(int batch, int height, int width, int maxTargets) {
            this(batch, height, width, maxTargets, height, width);
        }

        Shape images() {
            return Shape.of(batch, imageHeight, imageWidth, 3);
        }

        boolean resized() {
            return height != imageHeight || width != imageWidth;
        }

        TensorSpec targets() {
            return TensorSpec.f32(batch, maxTargets, 5);
        }
    }

    /**
     * What of a run shapes the training step.
     *
     * @param accumulate whether gradients of several batches are summed before an update
     * @param average whether a moving average of the weights is kept
     * @param frozen tells parameters, by name, that are not trained
     * @param activations element type of activations and of the weights that they meet; everything else is float32
     */
    public record StepOptions(
            OptimizerKind optimizer,
            boolean nesterov,
            boolean accumulate,
            boolean average,
            Predicate<String> frozen,
            DType activations) {
        /** Whether the loss is scaled: float16 would lose small gradients. */
        boolean scaled() {
            return activations == DType.F16;
        }
    }

    private StepGraphs() {}

    /** Finds the parameters of a model and fixes where they lie. */
    public static ParameterLayout layout(Model model) {
        ParameterLayout.Builder declared = new ParameterLayout.Builder();
        Graph graph = new Graph();
        Value images = graph.input(IMAGES, TensorSpec.f32(1, 2 * model.stride(), 2 * model.stride(), 3));
        model.network(Layers.training(graph, declared, model.norm(), name -> false), images);
        return declared.build();
    }

    /**
     * The whole training step.
     *
     * @param pixels element type of the images: U8, or F32 already scaled
     */
    public static Graph training(
            Model model, ParameterLayout layout, StepShape shape, StepOptions options, DType pixels) {
        Graph graph = new Graph();
        Value images = images(graph, model, shape, pixels, options.activations());
        Layers layers = Layers.training(graph, layout, model.norm(), options.frozen());
        Value raw = network(model, layers, layout, images, options.activations());
        graph.output(RAW, raw);
        Value targets = graph.input(TARGETS, shape.targets());
        Model.Loss loss = graph.in(Phase.LOSS, () -> graph.at("loss", () -> model.loss(graph, images, raw, targets)));
        graph.output(LOSS, loss.total());
        graph.output(LOSS_PARTS, loss.parts());
        Value seed = graph.in(
                Phase.LOSS,
                () -> options.scaled()
                        ? graph.apply(new ScaledSeed(), graph.control(), graph.scaler())
                        : graph.apply(new ReadControl(Control.LOSS_SCALE), graph.control()));
        new Autodiff(graph, new Add(), new Copy()).backward(Map.of(loss.total(), seed));
        if (options.activations() != DType.F32) {
            graph.in(Phase.BACKWARD, () -> graph.at("weights", () -> convertedGradients(graph, layout, options)));
        }
        graph.in(
                Phase.OPTIMIZER,
                () -> graph.at("optimizer", () -> {
                    update(graph, layout, options);
                    return null;
                }));
        return graph;
    }

    /**
     * The network and the decoding of its predictions.
     *
     * @param average whether the moving average of the weights is used
     * @param pixels element type of the images: U8, or F32 already scaled
     * @param activations element type of activations and of the weights that they meet
     */
    public static Graph inference(
            Model model, ParameterLayout layout, StepShape shape, boolean average, DType pixels, DType activations) {
        Graph graph = new Graph();
        Value images = images(graph, model, shape, pixels, activations);
        Layers layers = Layers.inference(graph, layout, model.norm(), average);
        Value raw = network(model, layers, layout, images, activations);
        graph.output(RAW, raw);
        Value predictions = graph.in(Phase.POSTPROCESS, () -> model.predictions(graph, images, raw));
        graph.output(PREDICTIONS, predictions);
        return graph;
    }

    private static Value images(Graph graph, Model model, StepShape shape, DType pixels, DType activations) {
        Value images = graph.input(IMAGES, new TensorSpec(shape.images(), pixels));
        return graph.in(Phase.PREPROCESS, () -> {
            if (shape.resized()) {
                float scale = pixels == DType.U8 ? model.inputScale() : 1;
                return cast(graph, graph.apply(new Resize(shape.height(), shape.width(), scale), images), activations);
            }
            return pixels == DType.U8
                    ? graph.apply(new NormalizeImages(model.inputScale(), activations), images)
                    : cast(graph, images, activations);
        });
    }

    private static Value cast(Graph graph, Value value, DType type) {
        return value.spec().dtype() == type ? value : graph.apply(new Cast(type), value);
    }

    /** The network in an element type. */
    private static Value network(Model model, Layers layers, ParameterLayout layout, Value images, DType activations) {
        return model.network(activations == DType.F32 ? layers : layers.converted(layout, activations), images);
    }

    /** All gradients of weights, from the type that they were computed in. */
    private static Value convertedGradients(Graph graph, ParameterLayout layout, StepOptions options) {
        Shape all = Shape.of(Math.toIntExact(layout.weightElements()));
        Value half =
                graph.stored("weights", new TensorSpec(all, options.activations()), Store.HALF_GRADIENTS, 0, false);
        Value gradients = graph.apply(new Cast(DType.F32), half);
        gradients.bind(Store.GRADIENTS, 0);
        return gradients;
    }

    /** From gradients to the moving average. */
    static void update(Graph graph, ParameterLayout layout, StepOptions options) {
        List<ParameterRange> ranges = layout.ranges(options.frozen());
        Value parameters = store(graph, Store.PARAMETERS, layout.parameterElements());
        Value batch = store(graph, Store.GRADIENTS, layout.parameterElements());
        Value gradients = batch;
        if (options.accumulate()) {
            Value sum = store(graph, Store.ACCUMULATED_GRADIENTS, layout.parameterElements());
            graph.in(
                    Phase.BACKWARD, () -> graph.apply(new AccumulateGradients(), List.of(sum, batch, graph.control())));
            gradients = sum;
        }
        List<Value> scaler = options.scaled() ? List.of(graph.scaler()) : List.of();
        Value norm = graph.apply(new GradientNorm(ranges, options.scaled()), with(scaler, gradients))
                .get(0);
        graph.output(GRADIENT_NORM, norm);
        List<Value> operands = new ArrayList<>(List.of(parameters, gradients));
        for (Store state : options.optimizer().state()) {
            operands.add(store(graph, state, layout.parameterElements()));
        }
        operands.add(norm);
        operands.add(graph.control());
        operands.addAll(scaler);
        graph.apply(options.optimizer().update(options.nesterov(), ranges), operands);
        if (options.average()) {
            Value average = store(graph, Store.EMA_PARAMETERS, layout.parameterElements());
            graph.apply(new EmaUpdate(), with(scaler, average, parameters, graph.control()));
            Value buffers = store(graph, Store.BUFFERS, layout.bufferElements());
            Value averageBuffers = store(graph, Store.EMA_BUFFERS, layout.bufferElements());
            graph.apply(new EmaUpdate(), with(scaler, averageBuffers, buffers, graph.control()));
        }
        if (options.scaled()) {
            graph.apply(new UpdateScaler(Scaler.GROWTH_INTERVAL), scaler);
        }
    }

    private static List<Value> with(List<Value> scaler, Value... operands) {
        List<Value> all = new ArrayList<>(List.of(operands));
        all.addAll(scaler);
        return all;
    }

    private static Value store(Graph graph, Store store, long elements) {
        return graph.stored("all", Shape.of(Math.toIntExact(elements)), store, 0, false);
    }
}
