package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.HostTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The weights of a model from a file of any known format: safetensors, or a PyTorch checkpoint. The format is told by the
 * content, not by the name.
 *
 * @param file where they come from
 * @param state tensors under the names of the file; what a run needs to continue is left out
 * @param facts what the file says of its model
 */
public record WeightsFile(Path file, StateDict state, ModelFacts facts) {
    /** Where a checkpoint may have its tensors, in this order; the moving average lies under {@code model} if there is one. */
    private static final List<String> PLACES = List.of("model", "ema", "state_dict", "model_state_dict");

    /** Prefixes of the tensors in a checkpoint of Ocellus that only its run needs. */
    private static final List<String> OF_THE_RUN = List.of("train_model.", "optimizer.");

    private static final int SAFETENSORS_JSON = 8;

    /**
     * Opens a file. Its tensors can be used until the arena is closed.
     *
     * @throws dev.ocellus.engine.StudioException of kind MODEL if it is of no known format, damaged, or holds no tensors
     */
    public static WeightsFile read(Path file, Arena arena) {
        return read(file, MappedFile.map(file, arena), arena);
    }

    static WeightsFile read(Path file, MemorySegment bytes, Arena arena) {
        if (startsWith(bytes, 'P', 'K', 3, 4)) {
            return fromCheckpoint(file, TorchCheckpoint.read(file, bytes), arena);
        }
        if (TorchCheckpoint.isLegacy(bytes)) {
            throw TorchCheckpoint.legacy(file);
        }
        if (bytes.byteSize() > SAFETENSORS_JSON && startsWith(bytes.asSlice(SAFETENSORS_JSON), '{')) {
            return fromSafetensors(file, Safetensors.read(file, bytes));
        }
        throw BadFile.refuse(
                file,
                "is neither a safetensors file nor a checkpoint of torch.save",
                "Give a .safetensors or .pt file. Other formats have to be converted first.");
    }

    private static boolean startsWith(MemorySegment bytes, int... start) {
        for (int i = 0; i < start.length; i++) {
            if (i >= bytes.byteSize() || bytes.get(ValueLayout.JAVA_BYTE, i) != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static WeightsFile fromSafetensors(Path file, Safetensors read) {
        SequencedMap<String, HostTensor> tensors =
                new LinkedHashMap<>(read.tensors().tensors());
        tensors.keySet().removeIf(name -> OF_THE_RUN.stream().anyMatch(name::startsWith));
        if (tensors.isEmpty()) {
            throw BadFile.refuse(file, "holds no tensors of a model", "Give another file.");
        }
        return new WeightsFile(file, new StateDict(tensors), ModelFacts.ofMetadata(read.metadata()));
    }

    private static WeightsFile fromCheckpoint(Path file, TorchCheckpoint checkpoint, Arena arena) {
        if (!(checkpoint.root() instanceof Map<?, ?> root)) {
            throw BadFile.refuse(file, "does not hold a dictionary", TorchGlobals.SAVE_NUMBERS_ONLY);
        }
        for (String place : PLACES) {
            if (root.get(place) instanceof Map<?, ?> dict && hasTensors(dict)) {
                return new WeightsFile(file, load(file, dict, arena), ModelFacts.of(root));
            }
        }
        if (hasTensors(root)) {
            return new WeightsFile(file, load(file, root, arena), ModelFacts.of(Map.of()));
        }
        throw BadFile.refuse(
                file,
                "has no tensors under any of " + PLACES + "; its entries are " + root.keySet(),
                TorchGlobals.SAVE_NUMBERS_ONLY);
    }

    private static boolean hasTensors(Map<?, ?> dict) {
        return dict.values().stream().anyMatch(TorchTensor.class::isInstance);
    }

    private static StateDict load(Path file, Map<?, ?> dict, Arena arena) {
        SequencedMap<String, HostTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : dict.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw BadFile.refuse(
                        file, "has a tensor named " + entry.getKey() + ", not a text", TorchGlobals.SAVE_NUMBERS_ONLY);
            }
            if (entry.getValue() instanceof TorchTensor tensor) {
                tensors.put(name, tensor.load(arena));
            }
        }
        return new StateDict(tensors);
    }

    /**
     * The tensors under the names that the network uses.
     *
     * @throws dev.ocellus.engine.StudioException of kind MODEL if two tensors have the same name there
     */
    public StateDict current(KeyMap keys) {
        SequencedMap<String, HostTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<String, HostTensor> entry : state.tensors().entrySet()) {
            String name = keys.current(entry.getKey());
            if (tensors.put(name, entry.getValue()) != null) {
                throw BadFile.refuse(
                        file,
                        "holds " + name + " twice, once as " + entry.getKey(),
                        "Save the state dict of one model only.");
            }
        }
        return new StateDict(tensors);
    }
}
