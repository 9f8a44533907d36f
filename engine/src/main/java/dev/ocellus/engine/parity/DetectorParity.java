package dev.ocellus.engine.parity;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.StateLayout;
import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * One training step and one prediction of a detector, against a case of the reference: outputs, loss terms, every
 * gradient, running statistics, decoded predictions.
 */
final class DetectorParity {
    /** Allowed relative deviation from the float64 values. */
    static final double LIMIT = 1e-4;

    /*
     * Where rounding alone moves float32 results by more, three times what PyTorch's float32 deviates from the same values
     * (yolo9-t: outputs 7.3e-4, gradient norms 6.6e-4, gradient samples 3.1e-3): the logits of the generated weights are large.
     */
    private static final double OUTPUT_LIMIT = 2.2e-3;
    private static final double NORM_LIMIT = 2e-3;
    private static final double SAMPLE_LIMIT = 9.3e-3;

    private final Limits limits;
    private final JsonNode reference;
    private final Model model;
    private final StepShape shape;
    private final UnaryOperator<String> names;

    /** @param names from the names of the reference to those of the model's parameters */
    DetectorParity(Limits limits, JsonNode reference, Model model, StepShape shape, UnaryOperator<String> names) {
        this.names = names;
        this.limits = limits;
        this.reference = reference;
        this.model = model;
        this.shape = shape;
    }

    List<Deviation> run(Backend backend) {
        try (ModelRun run = new ModelRun(backend, model, shape, settings())) {
            fill(run);
            float[] images = ReferenceFill.input(3 * shape.batch() * shape.height() * shape.width());
            run.inputs(images, Targets.pixels(reference.required("targets"), shape));
            List<Deviation> deviations = new ArrayList<>();
            deviations.add(parameterCount(run));
            deviations.add(predictions(run));
            run.differentiate();
            deviations.add(outputs(run));
            deviations.add(losses(run));
            deviations.addAll(gradients(run));
            deviations.add(statistics(run));
            return deviations;
        }
    }

    private StepSettings settings() {
        double[] betas = {0.9, 0.999};
        return new StepSettings(
                OptimizerKind.SGD, true, betas, 0, 0, 0, false, 0, false, Set.of(), limits.activations());
    }

    private void fill(ModelRun run) {
        Map<String, Parameter> byName = new HashMap<>();
        run.state().layout().all().forEach(parameter -> byName.put(parameter.name(), parameter));
        for (JsonNode tensor : reference.required("tensors")) {
            String name = tensor.required(0).asString();
            Parameter parameter = byName.get(names.apply(name));
            if (parameter != null) {
                int[] dims = StateLayout.stateShape(parameter.shape()).dims();
                run.state().set(parameter, ReferenceFill.tensor(name, dims));
            }
        }
    }

    private Deviation parameterCount(ModelRun run) {
        Comparison comparison = limits.exact("parameter count");
        comparison.add(
                "all",
                reference.required("parameters").asLong(),
                run.state().layout().parameterCount());
        return comparison.result();
    }

    /**
     * The reference's generated fill reached the bins of its distance expectation as well, so boxes are decoded with those
     * here; scores and everything before are the backend's.
     */
    private Deviation predictions(ModelRun run) {
        Comparison comparison = limits.compare("eval predictions", LIMIT);
        float[] predictions = run.predict();
        AnchorGrid grid = new AnchorGrid(shape.height(), shape.width());
        FilledBins.decode(grid, run.predicted(StepGraphs.RAW), predictions, model.classes());
        Summary.compare(comparison, "", reference.required("eval_predictions"), predictions);
        return comparison.result();
    }

    private Deviation outputs(ModelRun run) {
        Comparison comparison = limits.compare("training outputs", OUTPUT_LIMIT);
        float[] raw = run.raw();
        Shape rows = run.rawShape();
        int first = 0;
        int level = 0;
        for (JsonNode expected : reference.required("train_outputs")) {
            int pixels = expected.required("shape").required(2).asInt()
                    * expected.required("shape").required(3).asInt();
            int channels = rows.channels();
            float[] planes = new float[rows.images() * channels * pixels];
            for (int n = 0; n < rows.images(); n++) {
                for (int c = 0; c < channels; c++) {
                    for (int p = 0; p < pixels; p++) {
                        planes[(n * channels + c) * pixels + p] = raw[(n * rows.pixels() + first + p) * channels + c];
                    }
                }
            }
            Summary.compare(comparison, "level " + level++, expected, planes);
            first += pixels;
        }
        return comparison.result();
    }

    private Deviation losses(ModelRun run) {
        Comparison comparison = limits.compare("loss terms", LIMIT);
        JsonNode expected = reference.required("loss");
        comparison.add(
                "total_loss",
                expected.required("total_loss").asDouble(),
                run.runner().loss());
        float[] parts = run.runner().lossParts();
        for (int i = 0; i < parts.length; i++) {
            String name = model.lossNames().get(i);
            comparison.add(name, expected.required(name).asDouble(), parts[i]);
        }
        return comparison.result();
    }

    private List<Deviation> gradients(ModelRun run) {
        Comparison norms = limits.compare("gradient norms", NORM_LIMIT);
        Comparison samples = limits.compare("gradient samples", SAMPLE_LIMIT);
        Map<String, JsonNode> expected = new HashMap<>();
        reference
                .required("gradients")
                .properties()
                .forEach(entry -> expected.put(names.apply(entry.getKey()), entry.getValue()));
        for (Parameter parameter : run.state().layout().all()) {
            if (parameter.store() == Store.PARAMETERS) {
                float[] gradient = run.gradient(parameter);
                JsonNode values = expected.getOrDefault(parameter.name(), MissingNode.getInstance());
                double norm = values.required("l2").asDouble();
                norms.add(parameter.name(), norm, Summary.norm(gradient));
                double typical = norm / Math.sqrt(gradient.length);
                JsonNode sampled = values.required("value");
                for (int i = 0; i < sampled.size(); i++) {
                    int index = Summary.sample(i, sampled.size(), gradient.length);
                    samples.add(
                            parameter.name() + "[" + index + "]",
                            sampled.required(i).asDouble(),
                            gradient[index],
                            typical);
                }
            }
        }
        return List.of(norms.result(), samples.result());
    }

    private Deviation statistics(ModelRun run) {
        Comparison comparison = limits.compare("batch statistics", LIMIT);
        Map<String, JsonNode> expected = new HashMap<>();
        reference
                .required("batchnorm_after_one_step")
                .properties()
                .forEach(entry -> expected.put(names.apply(entry.getKey()), entry.getValue()));
        for (Parameter parameter : run.state().layout().all()) {
            JsonNode values = expected.get(parameter.name());
            if (values != null) {
                Summary.compare(
                        comparison, parameter.name(), values, run.state().get(Store.BUFFERS, parameter));
            }
        }
        return comparison.result();
    }
}
