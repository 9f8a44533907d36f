package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Looks at a dataset as a whole: parts that overlap, images that share labels or content, parts without labels. */
record DatasetChecks(ProblemLog problems, LabelLocator labels, Progress progress, Cancellation cancellation) {

    void check(Map<SplitName, List<ImageItem>> splits, List<String> classNames, Path source) {
        splits.forEach((part, items) -> labelsExist(part, items, source));
        classesOccur(splits.getOrDefault(SplitName.TRAIN, List.of()), classNames, source);
        Map<Path, Set<SplitName>> parts = new LinkedHashMap<>();
        splits.forEach((part, items) ->
                items.forEach(item -> parts.computeIfAbsent(item.image(), _ -> EnumSet.noneOf(SplitName.class))
                        .add(part)));
        partsAreApart(parts, source);
        contentsDiffer(parts);
        splits.values().forEach(this::labelsAreUnshared);
    }

    private void labelsExist(SplitName part, List<ImageItem> items, Path source) {
        if (!items.isEmpty() && items.stream().allMatch(item -> item.label() == null)) {
            Path first = items.getFirst().image();
            problems.error(
                    "labels-none",
                    source,
                    0,
                    part.key(),
                    "No label file was found for any of the " + items.size() + " images of " + part.key() + "; for "
                            + first.getFileName() + " it was looked for at "
                            + labels.lookedFor(first).getFirst() + ".",
                    "Put the label files there: the same name with .txt, in a folder labels in place of images.");
        }
    }

    private void classesOccur(List<ImageItem> train, List<String> classNames, Path source) {
        boolean[] occurs = new boolean[classNames.size()];
        train.forEach(item -> item.boxes().forEach(box -> occurs[box.cls()] = true));
        List<String> unused = IntStream.range(0, occurs.length)
                .filter(cls -> !occurs[cls])
                .mapToObj(classNames::get)
                .toList();
        if (!unused.isEmpty() && !train.isEmpty()) {
            String names = String.join(", ", unused);
            problems.warning(
                    "class-unused",
                    source,
                    0,
                    names,
                    unused.size() + " of " + classNames.size() + " classes have no box to train on: "
                            + Problem.printable(names) + ".",
                    "Label some, or remove the classes.");
        }
    }

    private void partsAreApart(Map<Path, Set<SplitName>> parts, Path source) {
        Map<Set<SplitName>, List<Path>> shared = new LinkedHashMap<>();
        parts.forEach((image, in) -> {
            if (in.size() > 1) {
                shared.computeIfAbsent(in, _ -> new ArrayList<>()).add(image);
            }
        });
        shared.forEach((in, images) -> problems.warning(
                "split-overlap",
                source,
                0,
                images.getFirst().toString(),
                images.size() + " images are in " + names(in) + " at once, so that validation looks better than it is.",
                "Take them out of one part."));
    }

    private void contentsDiffer(Map<Path, Set<SplitName>> parts) {
        for (List<Path> twins : new EqualFiles(progress, cancellation).find(List.copyOf(parts.keySet()))) {
            Set<SplitName> in = EnumSet.noneOf(SplitName.class);
            twins.forEach(twin -> in.addAll(parts.get(twin)));
            boolean leak = in.size() > 1;
            String message =
                    "This image has the same content as " + twins.get(1).getFileName()
                            + (twins.size() > 2 ? " and " + (twins.size() - 2) + " more" : "")
                            + (leak ? ", and they are in " + names(in) + "." : ".");
            problems.warning(
                    leak ? "split-leak" : "image-twice",
                    twins.getFirst(),
                    0,
                    twins.get(1).toString(),
                    message,
                    "Keep one of them.");
        }
    }

    private void labelsAreUnshared(List<ImageItem> items) {
        Map<Path, Path> owners = new HashMap<>();
        for (ImageItem item : items) {
            Path label = item.label();
            Path owner = label == null ? null : owners.putIfAbsent(label, item.image());
            if (label != null && owner != null) {
                problems.warning(
                        "label-shared",
                        label,
                        0,
                        "",
                        "This label file belongs to " + owner.getFileName() + " and to "
                                + item.image().getFileName() + ".",
                        "Give the images names that differ before the extension.");
            }
        }
    }

    private static String names(Set<SplitName> parts) {
        return String.join(" and ", parts.stream().map(SplitName::key).toList());
    }
}
