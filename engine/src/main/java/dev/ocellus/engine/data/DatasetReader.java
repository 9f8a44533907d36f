package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Reads object detection datasets in YOLO format: a {@link DataYaml data.yaml}, a folder that holds one, or a
 * {@linkplain FolderLayout folder of images}. Labels are {@linkplain LabelRow rows of text} in files that belong to
 * images {@linkplain LabelLocator by their paths}; an image without one is a background image.
 *
 * <p>Image headers are read, pixels are not; {@link DatasetVerifier} finds what only decoding shows. Nothing is dropped
 * in silence: what cannot be used is named by a {@link Problem} and counted in {@link SplitCounts}. The result depends on
 * the files alone, not on the number of threads.
 */
public final class DatasetReader {
    private static final int PROBLEMS_A_RULE = 200;

    private DatasetReader() {}

    /**
     * Reads a dataset.
     *
     * @param source a {@code data.yaml} or a folder
     * @param executor whose threads read headers and labels; it must have a thread to spare if the caller runs on it
     * @param progress hears "Listing images", "Reading labels" and "Looking for copies"
     * @param cancellation ends the work with a {@link CancellationException}
     * @throws StudioException of kind DATA if it is no dataset, naming file, line and cure
     */
    public static Dataset read(Path source, ExecutorService executor, Progress progress, Cancellation cancellation) {
        ProblemLog problems = new ProblemLog(PROBLEMS_A_RULE);
        DatasetDescription description = describe(source.toAbsolutePath().normalize(), problems);
        LabelLocator labels = new LabelLocator(description.root());
        Map<SplitName, List<ImageCandidate>> parts = new EnumMap<>(SplitName.class);
        description
                .parts()
                .forEach((part, places) -> parts.put(
                        part, new ImageListing(description.root(), problems, progress, cancellation).find(places)));
        if (!parts.containsKey(SplitName.VAL)) {
            new HoldOut(labels, description.source(), problems).apply(parts);
        }

        @Nullable List<String> names = description.classNames();
        ClassIds ids = names == null ? ClassIds.unnamed() : ClassIds.named(names);
        Map<Path, IndexedImage> images = new DatasetIndexer(labels, new LabelReader(ids, description.keypoints()))
                .index(distinct(parts), executor, progress, cancellation);
        images.values().forEach(image -> problems.addAll(image.problems()));
        List<String> classNames = names == null ? nameClasses(images.values(), description.source(), problems) : names;

        Map<SplitName, List<ImageItem>> splits = new EnumMap<>(SplitName.class);
        Map<SplitName, SplitCounts> counts = new EnumMap<>(SplitName.class);
        parts.forEach((part, candidates) -> {
            List<IndexedImage> indexed =
                    candidates.stream().map(c -> images.get(c.image())).toList();
            List<ImageItem> items = usable(indexed);
            long refusedRows =
                    indexed.stream().mapToLong(IndexedImage::refusedRows).sum();
            splits.put(part, items);
            counts.put(part, SplitCounts.of(candidates.size(), items, refusedRows, classNames.size()));
        });
        new DatasetChecks(problems, labels, progress, cancellation).check(splits, classNames, description.source());
        return new Dataset(
                description.name(),
                description.root(),
                description.source(),
                classNames,
                splits,
                problems.list(),
                counts);
    }

    private static DatasetDescription describe(Path source, ProblemLog problems) {
        if (Files.isRegularFile(source)) {
            return DataYaml.read(source, problems);
        }
        if (!Files.isDirectory(source)) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    source + " is not there.",
                    "Name a data.yaml, or the folder of a dataset.");
        }
        Path yaml = FolderLayout.description(source);
        return yaml == null ? FolderLayout.read(source) : DataYaml.read(yaml, problems);
    }

    private static List<ImageCandidate> distinct(Map<SplitName, List<ImageCandidate>> parts) {
        Map<Path, ImageCandidate> distinct = new LinkedHashMap<>();
        parts.values().forEach(part -> part.forEach(c -> distinct.putIfAbsent(c.image(), c)));
        return List.copyOf(distinct.values());
    }

    private static List<ImageItem> usable(Collection<IndexedImage> images) {
        return images.stream().map(IndexedImage::item).filter(Objects::nonNull).toList();
    }

    private static List<String> nameClasses(Collection<IndexedImage> images, Path source, ProblemLog problems) {
        int largest = usable(images).stream()
                .flatMap(item -> item.boxes().stream())
                .mapToInt(Box::cls)
                .max()
                .orElse(-1);
        if (largest >= 0) {
            problems.info(
                    "folder-no-names",
                    source,
                    0,
                    "",
                    "The classes have no names; by the labels there are " + (largest + 1)
                            + ", called class0 and so on.",
                    "List their names in a classes.txt or a data.yaml.");
        }
        return YamlClassNames.unnamed(largest + 1);
    }
}
