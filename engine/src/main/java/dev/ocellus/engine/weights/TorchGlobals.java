package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.DType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The few names that a checkpoint of plain data needs from Python, each with a meaning of its own here: rebuilding
 * tensors, ordered dictionaries, sizes, sets and bytes. Every other name is refused; nothing is ever looked up or run.
 */
final class TorchGlobals {
    /** The cure for a checkpoint that needs code. */
    static final String SAVE_NUMBERS_ONLY = "In Python, where it was made, save the numbers only:"
            + " torch.save({\"model\": model.state_dict()}, \"weights.pt\").";

    private static final Map<String, DType> STORAGES = Map.of(
            "Double", DType.F64,
            "Float", DType.F32,
            "Half", DType.F16,
            "BFloat16", DType.BF16,
            "Long", DType.I64,
            "Int", DType.I32,
            "Short", DType.I16,
            "Char", DType.I8,
            "Byte", DType.U8,
            "Bool", DType.BOOL);

    private static final Set<String> STORAGE_MODULES = Set.of("torch", "torch.cuda", "torch.storage");

    /** What a name stands for. */
    sealed interface Global {}

    /** Class of storages with elements of one type. */
    private record StorageClass(DType dtype) implements Global {}

    private enum Function implements Global {
        TENSOR,
        PARAMETER,
        ORDERED_DICT,
        SIZE,
        SET,
        BYTES
    }

    private final Path file;
    private final StoredZip zip;
    private final String root;

    /** @param root folder of the archive that holds {@code data.pkl} */
    TorchGlobals(Path file, StoredZip zip, String root) {
        this.file = file;
        this.zip = zip;
        this.root = root;
    }

    /** The meaning of a name. */
    Global find(String module, String name) {
        String element = name.endsWith("Storage") ? name.substring(0, name.length() - "Storage".length()) : "";
        if (STORAGE_MODULES.contains(module) && STORAGES.containsKey(element)) {
            return new StorageClass(STORAGES.get(element));
        }
        return switch (module + " " + name) {
            case "torch._utils _rebuild_tensor_v2" -> Function.TENSOR;
            case "torch._utils _rebuild_parameter" -> Function.PARAMETER;
            case "collections OrderedDict" -> Function.ORDERED_DICT;
            case "torch Size" -> Function.SIZE;
            case "builtins set", "builtins frozenset", "__builtin__ set", "__builtin__ frozenset" -> Function.SET;
            case "_codecs encode" -> Function.BYTES;
            default ->
                throw BadFile.refuse(
                        file,
                        "is more than data: it asks Python for \"" + module + "." + name + "\", and code is never run",
                        SAVE_NUMBERS_ONLY);
        };
    }

    /** The value of a function for its arguments. */
    Object call(@Nullable Object function, @Nullable Object arguments) {
        if (!(function instanceof Function known) || !(arguments instanceof List<?> values)) {
            throw malformed("calls what is no function");
        }
        return switch (known) {
            case TENSOR -> tensor(values);
            case PARAMETER -> argument(values, 0, TorchTensor.class);
            case ORDERED_DICT -> orderedDict(values);
            case SIZE -> argument(values, 0, List.class);
            case SET -> set(values);
            case BYTES -> argument(values, 0, String.class).getBytes(StandardCharsets.ISO_8859_1);
        };
    }

    private TorchTensor tensor(List<?> values) {
        TorchStorage storage = argument(values, 0, TorchStorage.class);
        if (values.size() < 4) {
            throw malformed("has a tensor without size or stride");
        }
        return TorchTensor.of(file, storage, values.get(1), values.get(2), values.get(3));
    }

    private Map<@Nullable Object, @Nullable Object> orderedDict(List<?> values) {
        Map<@Nullable Object, @Nullable Object> dict = new LinkedHashMap<>();
        if (!values.isEmpty()) {
            for (Object pair : argument(values, 0, List.class)) {
                if (!(pair instanceof List<?> entry) || entry.size() != 2) {
                    throw malformed("has a dictionary of something other than pairs");
                }
                dict.put(key(entry.get(0)), entry.get(1));
            }
        }
        return dict;
    }

    private Set<@Nullable Object> set(List<?> values) {
        Set<@Nullable Object> set = new LinkedHashSet<>();
        if (!values.isEmpty()) {
            for (Object value : argument(values, 0, Collection.class)) {
                set.add(key(value));
            }
        }
        return set;
    }

    /** The value as a key: numbers, texts, booleans and None, whose comparison ends soon whatever the file holds. */
    @Nullable
    Object key(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        throw malformed("has a key that is neither text nor number");
    }

    /** The storage that an identity stands for: ("storage", class, name in the archive, device, elements). */
    TorchStorage storage(@Nullable Object identity) {
        if (!(identity instanceof List<?> id)
                || id.size() != 5
                || !"storage".equals(id.get(0))
                || !(id.get(1) instanceof StorageClass type)
                || !(id.get(2) instanceof String key)
                || !(id.get(4) instanceof Long elements)) {
            throw malformed("refers to something other than a storage");
        }
        String name = root + "data/" + key;
        StoredZip.Entry entry = zip.get(name);
        if (entry == null) {
            throw BadFile.refuse(file, "lacks " + name + ", which its tensors need", BadFile.DAMAGED);
        }
        if (elements < 0 || elements > entry.size() / type.dtype().bytes()) {
            throw BadFile.refuse(
                    file,
                    "has " + entry.size() + " bytes in " + name + " for " + elements + " elements of " + type.dtype(),
                    BadFile.DAMAGED);
        }
        return new TorchStorage(type.dtype(), elements, entry);
    }

    private <T> T argument(List<?> values, int index, Class<T> type) {
        if (index < values.size() && type.isInstance(values.get(index))) {
            return type.cast(values.get(index));
        }
        throw malformed("lacks a " + type.getSimpleName() + " where one belongs");
    }

    private StudioException malformed(String what) {
        return BadFile.refuse(file, what + " in its data.pkl", BadFile.DAMAGED);
    }
}
