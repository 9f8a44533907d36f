package dev.ocellus.engine.eval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Average precision and recall exactly as the COCO benchmark's own evaluator computes them for boxes (Lin et al.,
 * <em>Microsoft COCO: Common Objects in Context</em>, 2014): ten IoU thresholds, precision read at 101 recall points
 * after being made non-increasing, four area ranges, three limits on detections per image and class, crowd regions that
 * excuse detections, classes without ground truth left out of every mean.
 *
 * <p>Equal scores rank by image number, then by the order in which detections were given, as a stable sort leaves them.
 *
 * <p>Immutable; may be used by several threads at once.
 */
public final class CocoEvaluator {

    /** Written for a number that cannot be measured, since nothing in the ground truth counts towards it. */
    public static final double NOT_MEASURABLE = -1;

    private static final double[] THRESHOLDS = IntStream.range(0, 10)
            .mapToDouble(t -> evenlySpaced(0.5, 0.95, 10, t))
            .toArray();
    private static final int AT_50 = 0;
    private static final int AT_75 = 5;

    private final int[] limits;

    /** The benchmark's own limits: 1, 10 and 100 detections of a class in an image. */
    public CocoEvaluator() {
        this(1, 10, 100);
    }

    /**
     * @param first limit of the first recall number
     * @param second limit of the second
     * @param last limit of the third and of every other number; at least as high as the others
     */
    public CocoEvaluator(int first, int second, int last) {
        if (first < 1 || second < first || last < second) {
            throw new IllegalArgumentException(
                    "limits of detections must rise from 1: " + first + ", " + second + ", " + last);
        }
        limits = new int[] {first, second, last};
    }

    /**
     * Evaluates a whole data set.
     *
     * @param classes number of classes; every class index must be below it
     * @param groundTruths all objects, in any order
     * @param detections all detections, in any order (it matters only among equal scores in one image)
     */
    public CocoResult evaluate(int classes, Collection<GroundTruth> groundTruths, Collection<Detection> detections) {
        List<ClassScores> scores = new ArrayList<>();
        for (List<Cell> cells : Cell.byClass(classes, detections, groundTruths)) {
            scores.add(scores(cells));
        }
        CocoSummary summary = new CocoSummary(
                mean(scores, s -> s.all().ap()),
                mean(scores, s -> s.all().precision(AT_50)),
                mean(scores, s -> s.all().precision(AT_75)),
                mean(scores, s -> s.small().ap()),
                mean(scores, s -> s.medium().ap()),
                mean(scores, s -> s.large().ap()),
                mean(scores, s -> s.first().ar()),
                mean(scores, s -> s.second().ar()),
                mean(scores, s -> s.all().ar()),
                mean(scores, s -> s.small().ar()),
                mean(scores, s -> s.medium().ar()),
                mean(scores, s -> s.large().ar()));
        List<ClassAveragePrecision> rows = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            AveragePrecision all = scores.get(c).all();
            rows.add(new ClassAveragePrecision(
                    c, all.objects(), all.ap(), all.precision(AT_50), all.precision(AT_75), all.ar(), all.curve()));
        }
        return new CocoResult(summary, rows);
    }

    /** The {@code i}-th of {@code count} numbers from {@code first} to {@code last}, rounded as the benchmark's are. */
    static double evenlySpaced(double first, double last, int count, int i) {
        return i == count - 1 ? last : i * ((last - first) / (count - 1)) + first;
    }

    private record ClassScores(
            AveragePrecision all,
            AveragePrecision small,
            AveragePrecision medium,
            AveragePrecision large,
            AveragePrecision first,
            AveragePrecision second) {}

    private ClassScores scores(List<Cell> cells) {
        List<double[]> overlaps = cells.stream().map(Cell::overlaps).toList();
        Matching all = match(cells, overlaps, AreaRange.ALL);
        return new ClassScores(
                average(all, limits[2]),
                average(match(cells, overlaps, AreaRange.SMALL), limits[2]),
                average(match(cells, overlaps, AreaRange.MEDIUM), limits[2]),
                average(match(cells, overlaps, AreaRange.LARGE), limits[2]),
                average(all, limits[0]),
                average(all, limits[1]));
    }

    private Matching match(List<Cell> cells, List<double[]> overlaps, AreaRange range) {
        return Matching.of(cells, overlaps, THRESHOLDS, range, limits[2]);
    }

    private static AveragePrecision average(Matching matching, int limit) {
        return AveragePrecision.of(matching, THRESHOLDS.length, limit);
    }

    private static double mean(List<ClassScores> scores, ToDoubleFunction<ClassScores> number) {
        return scores.stream()
                .mapToDouble(number)
                .filter(value -> value > NOT_MEASURABLE)
                .average()
                .orElse(NOT_MEASURABLE);
    }
}
