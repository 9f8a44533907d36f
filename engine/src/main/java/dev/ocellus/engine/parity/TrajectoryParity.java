package dev.ocellus.engine.parity;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * Several optimizer steps from a checkpoint on one batch, against a case of the reference: losses, gradient norms,
 * weights and moving average.
 *
 * <p>Rounding grows from step to step, because assignments change: a second program in float64, whose first loss differs by
 * 1e-8, is off by 1e-2 after seven steps. A step may be off by three times the largest deviation that PyTorch's float32 had
 * up to there, in the run that the reference file keeps and in two of our own (one thread; two threads with channels last).
 */
final class TrajectoryParity {
    private static final double TOLERANCE = 3;

    /** Three times the deviation of PyTorch's float32 in the norm of a gradient, at the first step. */
    private static final double NORM_LIMIT = 1.25e-3;

    /** Relative deviations of the loss in our own runs of PyTorch 1.13 in float32, the larger of the two at each step. */
    private static final Map<String, double[]> SPREAD = Map.of(
            "sgd", new double[] {8.3e-7, 2.5e-5, 5.7e-4, 2.7e-3, 5.6e-3, 5.4e-3, 1.8e-3, 8.8e-3, 1.6e-2, 1.9e-2},
            "adamw", new double[] {8.3e-7, 8.9e-5, 9.4e-3, 1.1e-2, 8.0e-3, 1.5e-2, 3.2e-2, 4.6e-2, 3.8e-2, 1.3e-1});

    private final Limits limits;
    private final JsonNode reference;
    private final Model model;
    private final StepShape shape;
    private final UnaryOperator<String> names;
    private final Map<String, float[]> checkpoint;
    private final float[] images;

    /**
     * Prepares the case.
     *
     * @param names from the names of the reference to those of the model's parameters
     * @param checkpoint tensors by parameter name, in the order of a state dict
     * @param images [N, 3, H, W], scaled
     */
    TrajectoryParity(
            Limits limits,
            JsonNode reference,
            Model model,
            StepShape shape,
            UnaryOperator<String> names,
            Map<String, float[]> checkpoint,
            float[] images) {
        this.limits = limits;
        this.reference = reference;
        this.model = model;
        this.shape = shape;
        this.names = names;
        this.checkpoint = checkpoint;
        this.images = images;
    }

    List<Deviation> run(Backend backend) {
        List<Deviation> deviations = new ArrayList<>();
        deviations.addAll(firstStep(backend));
        deviations.addAll(trajectory(backend, "sgd", settings(OptimizerKind.SGD, 0), 0.01));
        deviations.addAll(trajectory(backend, "adamw", settings(OptimizerKind.ADAMW, 0.01), 0.001));
        return deviations;
    }

    private StepSettings settings(OptimizerKind kind, double otherDecay) {
        double[] betas = {0.9, 0.999};
        return new StepSettings(
                kind, true, betas, 5e-4, otherDecay, 10, true, 0.9999, false, Set.of(), limits.activations());
    }

    private ModelRun start(Backend backend, StepSettings settings) {
        ModelRun run = new ModelRun(backend, model, shape, settings);
        for (Parameter parameter : run.state().layout().all()) {
            run.state().set(parameter, Objects.requireNonNull(checkpoint.get(parameter.name()), parameter.name()));
        }
        run.runner().startAverage();
        run.inputs(images, Targets.pixels(reference.required("targets"), shape));
        return run;
    }

    private List<Deviation> firstStep(Backend backend) {
        try (ModelRun run = start(backend, settings(OptimizerKind.SGD, 0))) {
            run.differentiate();
            Comparison losses = limits.compare("loss terms", DetectorParity.LIMIT);
            JsonNode expected = reference.required("loss");
            losses.add(
                    "total_loss",
                    expected.required("total_loss").asDouble(),
                    run.runner().loss());
            for (int i = 0; i < model.lossNames().size(); i++) {
                String name = model.lossNames().get(i);
                losses.add(
                        name, expected.required(name).asDouble(), run.runner().lossParts()[i]);
            }
            Map<String, Double> norms = new HashMap<>();
            reference
                    .required("grad_norms")
                    .properties()
                    .forEach(entry -> norms.put(
                            names.apply(entry.getKey()), entry.getValue().asDouble()));
            Comparison gradients = limits.compare("gradient norms", NORM_LIMIT);
            for (Parameter parameter : run.state().layout().all()) {
                Double norm = norms.get(parameter.name());
                if (norm != null) {
                    gradients.add(parameter.name(), norm, Summary.norm(run.gradient(parameter)));
                }
            }
            return List.of(losses.result(), gradients.result());
        }
    }

    private List<Deviation> trajectory(Backend backend, String optimizer, StepSettings settings, double rate) {
        JsonNode expected = reference.required("trajectory_float64").required(optimizer);
        JsonNode spread =
                reference.required("relative_deviation_of_pytorch_float32").required(optimizer);
        double[] ours = SPREAD.getOrDefault(optimizer, new double[] {0});
        List<Deviation> deviations = new ArrayList<>();
        try (ModelRun run = start(backend, settings)) {
            double widest = 0;
            for (int i = 0; i < expected.required("loss").size(); i++) {
                run.update(rate, 0.937);
                widest = Math.max(widest, Math.max(spread.required(i).asDouble(), ours[Math.min(i, ours.length - 1)]));
                double limit = Math.max(DetectorParity.LIMIT, TOLERANCE * widest);
                Comparison loss = limits.compare(optimizer + " loss " + (i + 1), limit);
                loss.add(
                        "step " + (i + 1),
                        expected.required("loss").required(i).asDouble(),
                        run.runner().loss());
                deviations.add(loss.result());
            }
            double limit = TOLERANCE * widest;
            Comparison sums = limits.compare(optimizer + " weights and average", limit);
            sums.add(
                    "average",
                    expected.required("ema_abs_sum").asDouble(),
                    run.absoluteSum(Store.EMA_PARAMETERS, Store.EMA_BUFFERS));
            sums.add(
                    "weights",
                    expected.required("weights_abs_sum").asDouble(),
                    run.absoluteSum(Store.PARAMETERS, Store.BUFFERS));
            deviations.add(sums.result());
        }
        return deviations;
    }
}
