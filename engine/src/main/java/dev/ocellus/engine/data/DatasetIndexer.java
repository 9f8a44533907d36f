package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.data.image.ImageHeader;
import dev.ocellus.engine.data.image.UnreadableImageException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Reads image headers and label files in parallel; the result does not depend on the number of threads. */
final class DatasetIndexer {
    private static final int PROBLEMS_A_RULE = 20;

    private final LabelLocator labels;
    private final LabelReader reader;

    DatasetIndexer(LabelLocator labels, LabelReader reader) {
        this.labels = labels;
        this.reader = reader;
    }

    /** What is known of each image, by its path, in the order of the candidates. */
    Map<Path, IndexedImage> index(
            List<ImageCandidate> candidates, ExecutorService executor, Progress progress, Cancellation cancellation) {
        IndexedImage[] indexed = new IndexedImage[candidates.size()];
        new ParallelRange(executor, progress, cancellation)
                .run("Reading labels", indexed.length, i -> indexed[i] = index(candidates.get(i)));
        Map<Path, IndexedImage> images = new LinkedHashMap<>();
        for (int i = 0; i < indexed.length; i++) {
            images.put(candidates.get(i).image(), indexed[i]);
        }
        return images;
    }

    private IndexedImage index(ImageCandidate candidate) {
        ProblemLog problems = new ProblemLog(PROBLEMS_A_RULE);
        Path image = candidate.image();
        ImageHeader header;
        try {
            header = ImageHeader.probe(image);
        } catch (UnreadableImageException e) {
            problems.add(refusal(e, candidate.list() == null ? image : candidate.list(), candidate.line(), image));
            return new IndexedImage(null, 0, problems);
        }
        @Nullable Path label = labels.find(image);
        Labels read = label == null
                ? new Labels(List.of(), 0, problems)
                : reader.read(label, header.width(), header.height());
        ImageItem item = new ImageItem(image, label, header.width(), header.height(), read.boxes());
        return new IndexedImage(item, read.refusedRows(), read.problems());
    }

    /** The problem of an image that cannot be read, at the place that names it. */
    static Problem refusal(UnreadableImageException e, Path place, int line, Path image) {
        String id = "image-" + e.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        String value = place.equals(image) ? "" : image.toString();
        return new Problem(Problem.Severity.ERROR, id, place, line, value, e.sentence(), e.cure());
    }
}
