package dev.ocellus.engine.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of a run as comma-separated values, for spreadsheets. The table is written whole each time, so that it gets
 * wider when an epoch brings new columns and shorter when a continued run repeats epochs.
 */
public final class ResultsTable {

    private static final List<String> GROUPS = List.of("train/", "metrics/", "speed/", "lr/");

    private ResultsTable() {}

    /** Replaces the table. A number that could not be measured leaves its cell empty; true is 1 and false 0. */
    public static void write(Path file, Collection<EpochRow> rows) throws IOException {
        AtomicFile.write(file, text(rows));
    }

    static String text(Collection<EpochRow> rows) {
        List<String> header = header(rows);
        StringBuilder text = new StringBuilder(String.join(",", header)).append('\n');
        for (EpochRow row : rows) {
            Map<String, @Nullable Object> columns = row.columns();
            text.append(header.stream().map(name -> cell(columns.get(name))).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString();
    }

    /** All columns of all rows: the fixed ones, then losses, metrics and learning rates, each in order of appearance. */
    private static List<String> header(Collection<EpochRow> rows) {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.columns().keySet()));
        List<String> header = new ArrayList<>(names);
        header.sort(Comparator.comparingInt(ResultsTable::group));
        return header;
    }

    private static int group(String name) {
        for (int i = 0; i < GROUPS.size(); i++) {
            if (name.startsWith(GROUPS.get(i)) && !name.equals("train/loss")) {
                return i + 1;
            }
        }
        return 0;
    }

    private static String cell(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Boolean flag -> flag ? "1" : "0";
            case Double number -> Double.isFinite(number) ? Decimal.write(number) : "";
            default -> value.toString();
        };
    }
}
