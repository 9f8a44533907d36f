package dev.ocellus.engine.data;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An object detection dataset, read and checked: which images there are, what is in them, and what is wrong with them.
 * Pixels are not part of it. Immutable, so it can be shared by any number of threads.
 *
 * @param name short name to show: that of the folder or of the description
 * @param root the folder that relative paths start from
 * @param source what was opened: a {@code data.yaml} or a folder
 * @param classNames name of each class, by class index
 * @param splits usable images of each part, ordered by path; parts that the dataset lacks are absent
 * @param problems what its owner should know, in the order of the dataset
 * @param counts what was found in each part
 */
public record Dataset(
        String name,
        Path root,
        Path source,
        List<String> classNames,
        Map<SplitName, List<ImageItem>> splits,
        List<Problem> problems,
        Map<SplitName, SplitCounts> counts) {

    public Dataset {
        classNames = List.copyOf(classNames);
        splits = copy(splits);
        splits.replaceAll((part, items) -> List.copyOf(items));
        splits = Collections.unmodifiableMap(splits);
        problems = List.copyOf(problems);
        counts = Collections.unmodifiableMap(copy(counts));
    }

    private static <V> Map<SplitName, V> copy(Map<SplitName, V> map) {
        Map<SplitName, V> copy = new EnumMap<>(SplitName.class);
        copy.putAll(map);
        return copy;
    }

    /** Usable images of a part; empty where the dataset has no such part. */
    public List<ImageItem> split(SplitName part) {
        return splits.getOrDefault(part, List.of());
    }

    /** Problems of one severity, in order. */
    public List<Problem> problems(Problem.Severity severity) {
        return problems.stream().filter(p -> p.severity() == severity).toList();
    }
}
