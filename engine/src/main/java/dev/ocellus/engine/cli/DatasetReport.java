package dev.ocellus.engine.cli;

import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.SplitCounts;
import dev.ocellus.engine.data.SplitName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is in a dataset and what is wrong with it, as data and as text. */
final class DatasetReport {

    private DatasetReport() {}

    static Map<String, @Nullable Object> data(Dataset dataset) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", dataset.name());
        data.put("source", dataset.source());
        data.put("root", dataset.root());
        data.put("classes", dataset.classNames());
        Map<String, @Nullable Object> splits = new LinkedHashMap<>();
        dataset.counts().forEach((split, counts) -> splits.put(split.key(), data(dataset, counts)));
        data.put("splits", splits);
        data.put(
                "problems", dataset.problems().stream().map(DatasetReport::data).toList());
        return data;
    }

    private static Map<String, @Nullable Object> data(Dataset dataset, SplitCounts counts) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("found", counts.found());
        data.put("usable", counts.usable());
        data.put("refused", counts.refused());
        data.put("background", counts.background());
        data.put("unlabelled", counts.unlabelled());
        data.put("boxes", counts.boxes());
        data.put("refused_rows", counts.refusedRows());
        Map<String, Long> byClass = new LinkedHashMap<>();
        List<String> names = dataset.classNames();
        for (int c = 0; c < names.size(); c++) {
            byClass.merge(names.get(c), counts.boxesByClass().get(c), Long::sum);
        }
        data.put("boxes_by_class", byClass);
        return data;
    }

    private static Map<String, @Nullable Object> data(Problem problem) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("severity", problem.severity().name().toLowerCase(Locale.ROOT));
        data.put("id", problem.id());
        data.put("file", problem.file());
        data.put("line", problem.line());
        data.put("value", problem.value());
        data.put("message", problem.message());
        data.put("cure", problem.cure());
        return data;
    }

    static String text(Dataset dataset) {
        StringBuilder text = new StringBuilder("%s, %d classes, in %s%n%n"
                .formatted(dataset.name(), dataset.classNames().size(), dataset.root()));
        text.append("%-24s".formatted(""));
        dataset.counts().keySet().forEach(split -> text.append("%10s".formatted(split.key())));
        text.append('\n');
        row(text, dataset, "images", SplitCounts::usable);
        row(text, dataset, "  without a box", SplitCounts::background);
        row(text, dataset, "  without a label file", SplitCounts::unlabelled);
        row(text, dataset, "images refused", SplitCounts::refused);
        row(text, dataset, "boxes", SplitCounts::boxes);
        for (int c = 0; c < dataset.classNames().size(); c++) {
            int cls = c;
            row(
                    text,
                    dataset,
                    "  " + shorten(dataset.classNames().get(c)),
                    counts -> counts.boxesByClass().get(cls));
        }
        row(text, dataset, "rows refused", SplitCounts::refusedRows);
        text.append('\n');
        dataset.problems().forEach(problem -> problem(text, problem));
        text.append(dataset.problems().isEmpty() ? "Nothing is wrong with it." : summary(dataset));
        return text.toString();
    }

    private static void row(
            StringBuilder text,
            Dataset dataset,
            String label,
            java.util.function.Function<SplitCounts, ? extends Number> number) {
        text.append("%-24s".formatted(label));
        for (SplitName split : dataset.counts().keySet()) {
            text.append("%10s".formatted(number.apply(dataset.counts().get(split))));
        }
        text.append('\n');
    }

    /** A name that fits into a column of 20. */
    static String shorten(String name) {
        return name.length() > 20 ? name.substring(0, 17) + "..." : name;
    }

    private static void problem(StringBuilder text, Problem problem) {
        text.append("%s %s: %s%s%n"
                .formatted(
                        problem.severity().name().toLowerCase(Locale.ROOT),
                        problem.place(),
                        problem.message(),
                        problem.value().isEmpty() ? "" : " [" + problem.value() + "]"));
        if (!problem.cure().isEmpty()) {
            text.append("    ").append(problem.cure()).append('\n');
        }
    }

    private static String summary(Dataset dataset) {
        return "%d errors, %d warnings, %d remarks"
                .formatted(
                        dataset.problems(Problem.Severity.ERROR).size(),
                        dataset.problems(Problem.Severity.WARNING).size(),
                        dataset.problems(Problem.Severity.INFO).size());
    }
}
