package dev.ocellus.engine.weights;

import dev.ocellus.engine.run.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a file with weights says of its model besides the numbers. All of it may be absent, and none of it is proof: the
 * tensors decide what can be loaded.
 *
 * @param family name of the family, such as {@code yolo9}
 * @param size letter of the size
 * @param task such as {@code detect}
 * @param names class names in order; empty if unknown
 * @param inputSize height and width of the input that it was trained with; empty if unknown
 */
public record ModelFacts(
        Optional<String> family,
        Optional<String> size,
        Optional<String> task,
        List<String> names,
        List<Integer> inputSize) {
    /** Metadata key of the documents that Ocellus writes. */
    private static final String OWN = "ocellus";

    /** From the entries of a checkpoint; the names are those of LibreYOLO. */
    static ModelFacts of(Map<?, ?> entries) {
        return new ModelFacts(
                text(entries.get("model_family")),
                text(entries.get("size")),
                text(entries.get("task")),
                names(entries.get("names")),
                inputSize(entries));
    }

    /** From the metadata of a safetensors file: its own texts, or the document under {@code ocellus}. */
    static ModelFacts ofMetadata(Map<String, String> metadata) {
        try {
            return of(metadata.containsKey(OWN) ? Json.object(metadata.get(OWN)) : metadata);
        } catch (IllegalArgumentException e) {
            return of(Map.of());
        }
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Height and width where they are told apart, else one side of a square; anything else is unknown. */
    private static List<Integer> inputSize(Map<?, ?> entries) {
        Object side = entries.get("imgsz");
        List<?> sides = entries.containsKey("imgsz_h") && entries.containsKey("imgsz_w")
                ? Arrays.asList(entries.get("imgsz_h"), entries.get("imgsz_w"))
                : side instanceof List<?> list ? list : Arrays.asList(side, side);
        boolean known = sides.size() == 2
                && sides.stream().allMatch(each -> each instanceof Number number && number.intValue() > 0);
        return known ? sides.stream().map(each -> ((Number) each).intValue()).toList() : List.of();
    }

    /** A list of names, or a dictionary from 0, 1, … to names. */
    private static List<String> names(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        if (!(value instanceof Map<?, ?> map)) {
            return List.of();
        }
        Map<String, String> byNumber = new HashMap<>();
        map.forEach((number, name) -> byNumber.put(String.valueOf(number), String.valueOf(name)));
        List<String> names = new ArrayList<>();
        while (byNumber.containsKey(Integer.toString(names.size()))) {
            names.add(byNumber.get(Integer.toString(names.size())));
        }
        return names.size() == map.size() ? List.copyOf(names) : List.of();
    }
}
