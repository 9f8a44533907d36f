package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.data.image.UnreadableImageException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;

/** Decodes every image of a dataset once, to find the damage that headers do not show. */
public final class DatasetVerifier {
    private static final int SMALL = 32;

    private DatasetVerifier() {}

    /**
     * The dataset without the images that cannot be decoded; they are counted as refused and named by problems.
     *
     * @param executor whose threads decode; it must have a thread to spare if the caller runs on it
     * @param progress hears "Decoding images"
     * @param cancellation ends the work with a {@link java.util.concurrent.CancellationException}
     */
    public static Dataset verify(
            Dataset dataset,
            ImageDecoder decoder,
            ExecutorService executor,
            Progress progress,
            Cancellation cancellation) {
        List<Path> images = dataset.splits().values().stream()
                .flatMap(items -> items.stream().map(ImageItem::image))
                .distinct()
                .toList();
        Map<Path, Problem> refused = new ConcurrentSkipListMap<>();
        new ParallelRange(executor, progress, cancellation).run("Decoding images", images.size(), i -> {
            try (Arena arena = Arena.ofConfined()) {
                decoder.thumbnail(images.get(i), SMALL, arena);
            } catch (UnreadableImageException e) {
                refused.put(images.get(i), DatasetIndexer.refusal(e, images.get(i), 0, images.get(i)));
            }
        });
        return refused.isEmpty() ? dataset : without(dataset, refused);
    }

    private static Dataset without(Dataset dataset, Map<Path, Problem> refused) {
        Map<SplitName, List<ImageItem>> splits = new EnumMap<>(SplitName.class);
        Map<SplitName, SplitCounts> counts = new EnumMap<>(SplitName.class);
        dataset.splits().forEach((part, items) -> {
            List<ImageItem> sound = items.stream()
                    .filter(item -> !refused.containsKey(item.image()))
                    .toList();
            SplitCounts before = Objects.requireNonNull(dataset.counts().get(part));
            splits.put(part, sound);
            counts.put(
                    part,
                    SplitCounts.of(
                            before.found(),
                            sound,
                            before.refusedRows(),
                            dataset.classNames().size()));
        });
        List<Problem> problems = new ArrayList<>(refused.values());
        problems.addAll(dataset.problems());
        return new Dataset(
                dataset.name(), dataset.root(), dataset.source(), dataset.classNames(), splits, problems, counts);
    }
}
