package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.HostTensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tensors by name, in the order of their file: what a model is when it is stored. Convolution weights are [O, I, H, W].
 * Immutable; the tensors' memory belongs to the arena that the file was read into.
 */
public record StateDict(SequencedMap<String, HostTensor> tensors) {
    /** Keeps a copy of the map. */
    public StateDict {
        tensors = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tensors));
    }

    /** Names in order. */
    public Set<String> names() {
        return tensors.keySet();
    }

    /** The tensor of a name, null if there is none. */
    public @Nullable HostTensor get(String name) {
        return tensors.get(name);
    }

    /** Number of tensors. */
    public int size() {
        return tensors.size();
    }

    /** The tensors whose names start with {@code prefix}, under the rest of their names. */
    public StateDict under(String prefix) {
        SequencedMap<String, HostTensor> found = new LinkedHashMap<>();
        for (Map.Entry<String, HostTensor> entry : tensors.entrySet()) {
            if (entry.getKey().startsWith(prefix)) {
                found.put(entry.getKey().substring(prefix.length()), entry.getValue());
            }
        }
        return new StateDict(found);
    }
}
