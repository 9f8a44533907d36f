package dev.ocellus.engine.parity;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepRunner;
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
 * weights and moving average. Rounding grows from step to step, in the reference's own float32 as well; a step may be off by
 * three times as much as that was up to there, the first two steps by {@link DetectorParity#LIMIT}.
 */
final class TrajectoryParity {
    private static final double TOLERANCE = 3;

    private final String subject;
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
            String subject,
            JsonNode reference,
            Model model,
            StepShape shape,
            UnaryOperator<String> names,
            Map<String, float[]> checkpoint,
            float[] images) {
        this.subject = subject;
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

    private static StepSettings settings(OptimizerKind kind, double otherDecay) {
        return new StepSettings(
                kind, true, new double[] {0.9, 0.999}, 5e-4, otherDecay, 10, true, 0.9999, false, Set.of());
    }

    private ModelRun start(Backend backend, StepSettings settings) {
        ModelRun run = new ModelRun(backend, model, shape, settings);
        for (Parameter parameter : run.state().layout().all()) {
            run.state().set(parameter, Objects.requireNonNull(checkpoint.get(parameter.name()), parameter.name()));
        }
        run.runner().startAverage();
        run.inputs(images, Targets.pixels(reference.get("targets"), shape));
        return run;
    }

    private List<Deviation> firstStep(Backend backend) {
        try (ModelRun run = start(backend, settings(OptimizerKind.SGD, 0))) {
            run.train(new StepRunner.Window(true, false, 1), 0, 0);
            Comparison losses = new Comparison(subject, "loss terms", DetectorParity.LIMIT);
            JsonNode expected = reference.get("loss");
            losses.add(
                    "total_loss",
                    expected.get("total_loss").asDouble(),
                    run.runner().loss());
            for (int i = 0; i < model.lossNames().size(); i++) {
                String name = model.lossNames().get(i);
                losses.add(name, expected.get(name).asDouble(), run.runner().lossParts()[i]);
            }
            Map<String, Double> norms = new HashMap<>();
            reference
                    .get("grad_norms")
                    .properties()
                    .forEach(entry -> norms.put(
                            names.apply(entry.getKey()), entry.getValue().asDouble()));
            Comparison gradients = new Comparison(subject, "gradient norms", DetectorParity.LIMIT);
            for (Parameter parameter : run.state().layout().all()) {
                Double norm = norms.get(parameter.name());
                if (norm != null) {
                    gradients.add(
                            parameter.name(), norm, Summary.norm(run.state().get(Store.GRADIENTS, parameter)));
                }
            }
            return List.of(losses.result(), gradients.result());
        }
    }

    private List<Deviation> trajectory(Backend backend, String optimizer, StepSettings settings, double rate) {
        JsonNode expected = reference.get("trajectory_float64").get(optimizer);
        JsonNode spread = reference.get("relative_deviation_of_pytorch_float32").get(optimizer);
        List<Deviation> deviations = new ArrayList<>();
        try (ModelRun run = start(backend, settings)) {
            double widest = 0;
            for (int i = 0; i < expected.get("loss").size(); i++) {
                run.train(StepRunner.Window.SINGLE, rate, 0.937);
                widest = Math.max(widest, spread.get(i).asDouble());
                double limit = i < 2 ? DetectorParity.LIMIT : Math.max(DetectorParity.LIMIT, TOLERANCE * widest);
                Comparison loss = new Comparison(subject, optimizer + " loss " + (i + 1), limit);
                loss.add(
                        "step " + (i + 1),
                        expected.get("loss").get(i).asDouble(),
                        run.runner().loss());
                deviations.add(loss.result());
            }
            double limit = TOLERANCE * widest;
            Comparison sums = new Comparison(subject, optimizer + " weights and average", limit);
            sums.add(
                    "average",
                    expected.get("ema_abs_sum").asDouble(),
                    run.absoluteSum(Store.EMA_PARAMETERS, Store.EMA_BUFFERS));
            sums.add(
                    "weights",
                    expected.get("weights_abs_sum").asDouble(),
                    run.absoluteSum(Store.PARAMETERS, Store.BUFFERS));
            deviations.add(sums.result());
        }
        return deviations;
    }
}
