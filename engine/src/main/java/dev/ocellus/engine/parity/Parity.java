package dev.ocellus.engine.parity;

import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.weights.Float32;
import dev.ocellus.engine.weights.WeightsFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges a backend by files of reference values that other programs have computed in double precision. A file holds any
 * number of cases; what kind a case is of shows in its content.
 */
public final class Parity {

    /**
     * What was found.
     *
     * @param deviations every quantity of every case that was run
     * @param skipped cases that were not run, each with the reason
     */
    public record Report(List<Deviation> deviations, List<String> skipped) {

        /** Whether everything that was compared is within its limits. */
        public boolean passed() {
            return deviations.stream().allMatch(Deviation::passed);
        }
    }

    private static final String COPY_AGAIN = "Copy the reference values from their source again.";

    private final Path file;
    private final Path folder;
    private final Backend backend;
    private final DType activations;
    private final List<Deviation> deviations = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    private Parity(Path file, Backend backend, DType activations) {
        this.file = file;
        folder = file.toAbsolutePath().resolveSibling("");
        this.backend = backend;
        this.activations = activations;
    }

    /**
     * Runs every case of a file.
     *
     * @param activations element type of activations and of the weights that they meet; everything else is float32
     * @throws StudioException of kind DATA if the file cannot be read, lacks a part of a case, or holds no case that can be compared
     */
    public static Report run(Path file, Backend backend, DType activations, Progress progress) {
        JsonNode root = read(file);
        Parity parity = new Parity(file, backend, activations);
        int done = 0;
        if (root.isArray()) {
            for (JsonNode reference : root) {
                progress.report("comparing", done++, root.size());
                parity.add(reference.path("name").asString("case " + done), reference);
            }
        } else {
            for (Map.Entry<String, JsonNode> reference : root.properties()) {
                progress.report("comparing", done++, root.size());
                parity.add(reference.getKey(), reference.getValue());
            }
        }
        progress.report("comparing", done, root.size());
        if (parity.deviations.isEmpty()) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "Nothing in %s can be compared.".formatted(file),
                    String.join("; ", parity.skipped));
        }
        return new Report(List.copyOf(parity.deviations), List.copyOf(parity.skipped));
    }

    private void add(String subject, JsonNode reference) {
        try {
            compare(subject, reference);
        } catch (JacksonException e) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "The case %s of %s is incomplete: %s.".formatted(subject, file, e.getOriginalMessage()),
                    COPY_AGAIN,
                    e);
        }
    }

    private void compare(String subject, JsonNode reference) {
        if (reference.has("detections")) {
            deviations.addAll(AveragePrecisionParity.run(subject, reference));
        } else if (reference.has("tensors") && reference.has("train_outputs")) {
            detector(subject, reference);
        } else if (reference.has("trajectory_float64")) {
            trajectory(subject, reference);
        } else if (reference.has("scale_after")) {
            deviations.addAll(ScalerParity.run(subject, reference, backend));
        } else {
            skipped.add(subject + ": no case of a kind that is known");
        }
    }

    private void detector(String subject, JsonNode reference) {
        String family = reference.required("family").asString();
        String size = reference.required("size").asString();
        Optional<Model> known =
                Models.find(family, size, reference.required("classes").asInt());
        if (known.isEmpty()) {
            skipped.add("%s: the model %s%s is not known".formatted(subject, family, size));
            return;
        }
        Model model = known.get();
        StepShape shape = shape(reference.required("input"), reference);
        Limits limits = Limits.of(subject, reference, activations);
        deviations.addAll(new DetectorParity(limits, reference, model, shape, model.keys()::current).run(backend));
    }

    /** The model and its numbers come from a checkpoint beside the file, the input from another file there. */
    private void trajectory(String subject, JsonNode reference) {
        Path checkpoint = folder.resolve(reference.required("checkpoint").asString());
        JsonNode input = reference.required("input");
        Path images = folder.resolve(input.required("file").asString());
        for (Path needed : List.of(checkpoint, images)) {
            if (!Files.exists(needed)) {
                skipped.add("%s: %s is not beside the file".formatted(subject, needed.getFileName()));
                return;
            }
        }
        try (Arena arena = Arena.ofConfined()) {
            WeightsFile weights = WeightsFile.read(checkpoint, arena);
            Optional<Model> known = Models.recognise(weights);
            if (known.isEmpty()) {
                skipped.add(subject + ": the model in " + checkpoint.getFileName() + " is not known");
                return;
            }
            Model model = known.get();
            Map<String, float[]> numbers = new HashMap<>();
            weights.current(model.keys())
                    .tensors()
                    .forEach((name, tensor) -> numbers.put(name, Float32.values(tensor)));
            StepShape shape = shape(input.required("shape"), reference);
            float[] planes = floats(images, 3 * shape.batch() * shape.height() * shape.width());
            Limits limits = Limits.of(subject, reference, activations);
            deviations.addAll(
                    new TrajectoryParity(limits, reference, model, shape, model.keys()::current, numbers, planes)
                            .run(backend));
        }
    }

    /** The shape of an input given as [N, 3, H, W]. */
    private static StepShape shape(JsonNode input, JsonNode reference) {
        int[] dims = input.valueStream().mapToInt(JsonNode::asInt).toArray();
        return new StepShape(
                dims[0],
                dims[2],
                dims[3],
                reference.required("targets").required(0).size());
    }

    private static float[] floats(Path file, int count) {
        float[] values = new float[count];
        long expected = (long) count * Float.BYTES;
        try {
            if (Files.size(file) != expected) {
                throw new StudioException(
                        StudioException.Kind.DATA,
                        "%s has %d bytes, but its case needs %d.".formatted(file, Files.size(file), expected),
                        COPY_AGAIN);
            }
            ByteBuffer.wrap(Files.readAllBytes(file))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer()
                    .get(values);
            return values;
        } catch (IOException e) {
            throw new StudioException(StudioException.Kind.DATA, file + " cannot be read.", COPY_AGAIN, e);
        }
    }

    private static JsonNode read(Path file) {
        if (!Files.isReadable(file)) {
            throw new StudioException(
                    StudioException.Kind.DATA, file + " cannot be read.", "Give a file of reference values.");
        }
        try {
            return JsonMapper.shared().readTree(file);
        } catch (JacksonException e) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "%s is not valid JSON: %s.".formatted(file, e.getOriginalMessage()),
                    "Give a file of reference values.",
                    e);
        }
    }
}
