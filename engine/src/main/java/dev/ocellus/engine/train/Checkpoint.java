package dev.ocellus.engine.train;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.StateLayout;
import dev.ocellus.engine.run.Json;
import dev.ocellus.engine.run.Machine;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import dev.ocellus.engine.weights.Safetensors;
import dev.ocellus.engine.weights.TensorSource;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run needs to continue, in one safetensors file that also serves as a model. Under the current names of
 * the state dict lie the weights to use: the moving average where there is one. Beside them lie {@code train_model.NAME},
 * the weights that are trained where they are not those, and {@code optimizer.moment1.NAME} and {@code
 * optimizer.moment2.NAME}. Convolution weights are [O, I, H, W]. The metadata holds one JSON document, {@link
 * CheckpointInfo} and what the numbers belong to, under the key {@code ocellus}.
 *
 * <p>A file is replaced as a whole: a process that dies at any moment leaves the former checkpoint or the new one. Reading
 * checks everything before it changes anything. For the thread that trains.
 */
public final class Checkpoint {
    private static final String DOCUMENT = "ocellus";
    private static final String VERSION_KEY = "schema_version";
    private static final String VERSION = "1.0";
    private static final String TRAINED = "train_model.";
    private static final String SCALER = "loss_scaler";
    private static final Map<Store, String> OPTIMIZER =
            Map.of(Store.MOMENT1, "optimizer.moment1.", Store.MOMENT2, "optimizer.moment2.");

    private Checkpoint() {}

    /** A tensor of a file and the part of a store that it is. */
    private record Part(String name, Store store, Parameter parameter) {
        TensorSpec spec() {
            return new TensorSpec(StateLayout.stateShape(parameter.shape()), DType.F32);
        }
    }

    /**
     * Replaces a file by the present state of a run. Only one tensor at a time is copied from the device.
     *
     * @throws IOException if the disk is full or cannot be written; the former checkpoint is still there
     */
    public static void write(Path file, StepRunner runner, CheckpointInfo info) throws IOException {
        ModelState state = runner.state();
        Map<String, TensorSource> tensors = new LinkedHashMap<>();
        for (Part part : parts(runner)) {
            tensors.put(
                    part.name(),
                    new TensorSource(
                            part.spec(), () -> MemorySegment.ofArray(state.get(part.store(), part.parameter()))));
        }
        TensorSpec scalar = new TensorSpec(Shape.SCALAR, DType.I64);
        for (Parameter parameter : state.layout().all()) {
            if (parameter.name().endsWith(".running_mean")) {
                // PyTorch's normalisation layers count their batches and expect to find the number.
                String counter = parameter.name().replace("running_mean", "num_batches_tracked");
                long[] batches = {runner.batches()};
                tensors.put(counter, new TensorSource(scalar, () -> MemorySegment.ofArray(batches)));
            }
        }
        Safetensors.write(file, tensors, Map.of(DOCUMENT, Json.line(document(runner, info))));
    }

    private static Map<String, @Nullable Object> document(StepRunner runner, CheckpointInfo info) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put(VERSION_KEY, VERSION);
        document.put("ocellus_version", Machine.version());
        document.put("optimizer", runner.settings().optimizer().name());
        document.put("is_ema_weights", runner.settings().average());
        document.put("ema_updates", runner.settings().average() ? info.updates() : 0);
        if (runner.settings().scaled()) {
            document.put(SCALER, runner.scaling().plain());
        }
        document.putAll(info.plain());
        return document;
    }

    /**
     * What a checkpoint says of its model and its run.
     *
     * @throws StudioException of kind MODEL if the file is damaged or no checkpoint of this program
     */
    public static CheckpointInfo info(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            return CheckpointInfo.of(file, document(file, Safetensors.read(file, arena)));
        }
    }

    /**
     * Puts a run back to where it was. Nothing is changed unless everything fits.
     *
     * @param runner of the same model and optimizer, with or without moving average as then
     * @throws StudioException of kind MODEL if the file is damaged, or of another model or kind of run
     */
    public static CheckpointInfo resume(Path file, StepRunner runner) {
        try (Arena arena = Arena.ofConfined()) {
            Safetensors read = Safetensors.read(file, arena);
            Map<String, @Nullable Object> document = document(file, read);
            CheckpointInfo info = CheckpointInfo.of(file, document);
            if (!info.fits(runner.model())) {
                String model =
                        info.family() + info.size() + " with " + info.names().size() + " classes";
                throw foreign(file, "it is of a " + model);
            }
            requireSame(
                    file, document, "optimizer", runner.settings().optimizer().name());
            requireSame(file, document, "is_ema_weights", runner.settings().average());
            Map<Part, HostTensor> tensors = new LinkedHashMap<>();
            for (Part part : parts(runner)) {
                HostTensor tensor = read.tensors().get(part.name());
                if (tensor == null || !tensor.spec().equals(part.spec())) {
                    String found = tensor == null ? "missing" : tensor.spec().toString();
                    throw foreign(file, part.name() + " is " + found + " where " + part.spec() + " is needed");
                }
                tensors.put(part, tensor);
            }
            LossScaling scaling = scaling(file, document, info);
            tensors.forEach((part, tensor) -> runner.state().set(part.store(), part.parameter(), tensor.toFloats()));
            if (runner.settings().scaled()) {
                runner.scaling(scaling);
            }
            runner.resume(info.updates(), info.batches());
            return info;
        }
    }

    /** A run that was not scaled begins to be where its checkpoint is continued with half precision. */
    private static LossScaling scaling(Path file, Map<String, @Nullable Object> document, CheckpointInfo info) {
        if (!document.containsKey(SCALER)) {
            return LossScaling.start(info.updates());
        }
        Object found = document.get(SCALER);
        return LossScaling.of(found)
                .orElseThrow(() -> foreign(file, "its " + SCALER + " is " + found + ", no state of loss scaling"));
    }

    private static Map<String, @Nullable Object> document(Path file, Safetensors read) {
        String text = read.metadata().get(DOCUMENT);
        if (text == null) {
            throw foreign(file, "it has weights only");
        }
        try {
            Map<String, @Nullable Object> document = Json.object(text);
            requireSame(file, document, VERSION_KEY, VERSION);
            return document;
        } catch (IllegalArgumentException e) {
            throw foreign(file, "its metadata is not valid JSON: " + e.getMessage());
        }
    }

    private static void requireSame(Path file, Map<String, @Nullable Object> document, String key, Object wanted) {
        if (!wanted.equals(document.get(key))) {
            throw foreign(file, "its " + key + " is " + document.get(key) + " where " + wanted + " is needed");
        }
    }

    private static StudioException foreign(Path file, String why) {
        return new StudioException(
                StudioException.Kind.MODEL,
                "%s cannot be continued: %s.".formatted(file, why),
                "Continue with the options of its own run, or start a new one from it: weights=" + file + ".");
    }

    private static List<Part> parts(StepRunner runner) {
        boolean average = runner.settings().average();
        List<Part> parts = new ArrayList<>();
        for (Parameter parameter : runner.state().layout().all()) {
            Store own = parameter.store();
            if (average) {
                Store averaged = own == Store.PARAMETERS ? Store.EMA_PARAMETERS : Store.EMA_BUFFERS;
                parts.add(new Part(parameter.name(), averaged, parameter));
            }
            parts.add(new Part((average ? TRAINED : "") + parameter.name(), own, parameter));
            if (own == Store.PARAMETERS) {
                for (Store moment : runner.settings().optimizer().state()) {
                    parts.add(new Part(OPTIMIZER.get(moment) + parameter.name(), moment, parameter));
                }
            }
        }
        return parts;
    }
}
