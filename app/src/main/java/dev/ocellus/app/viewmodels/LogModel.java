package dev.ocellus.app.viewmodels;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;

/** The latest lines of a log, and those of them that hold the letters of a filter. */
public final class LogModel {

    private static final int KEPT = 5_000;

    private final ObservableList<LogLine> lines = FXCollections.observableArrayList();
    private final FilteredList<LogLine> shown = new FilteredList<>(lines);
    private final StringProperty query = new SimpleStringProperty("");
    private UnaryOperator<String> reading = UnaryOperator.identity();

    LogModel() {
        query.subscribe(ignored -> filter());
    }

    /** Sets how a line reads to the person, whose letters are compared with that. */
    public void readAs(UnaryOperator<String> reading) {
        this.reading = reading;
        filter();
    }

    private void filter() {
        String wanted = query.get().strip().toLowerCase(Locale.ROOT);
        shown.setPredicate(
                wanted.isEmpty()
                        ? null
                        : line -> reading.apply(line.text())
                                .toLowerCase(Locale.ROOT)
                                .contains(wanted));
    }

    public ObservableList<LogLine> shown() {
        return shown;
    }

    public StringProperty queryProperty() {
        return query;
    }

    void add(List<LogLine> added) {
        if (added.isEmpty()) {
            return;
        }
        lines.addAll(added);
        if (lines.size() > KEPT) {
            lines.remove(0, lines.size() - KEPT);
        }
    }

    void clear() {
        lines.clear();
    }
}
