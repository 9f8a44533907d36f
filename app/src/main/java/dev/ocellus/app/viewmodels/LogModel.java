package dev.ocellus.app.viewmodels;

import dev.ocellus.app.services.LogLine;
import dev.ocellus.app.services.LogLine.Level;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;

/** The latest lines of a log, and those of them that match a filter. */
public final class LogModel {

    private static final int KEPT = 5_000;

    private final ObservableList<LogLine> lines = FXCollections.observableArrayList();
    private final FilteredList<LogLine> shown = new FilteredList<>(lines);
    private final StringProperty query = new SimpleStringProperty("");
    private final ObjectProperty<Level> least = new SimpleObjectProperty<>(Level.INFO);

    LogModel() {
        query.subscribe(ignored -> filter());
        least.subscribe(ignored -> filter());
    }

    public ObservableList<LogLine> shown() {
        return shown;
    }

    public StringProperty queryProperty() {
        return query;
    }

    /** The lowest level that is shown. */
    public ObjectProperty<Level> leastProperty() {
        return least;
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

    private void filter() {
        String wanted = query.get().strip().toLowerCase(Locale.ROOT);
        Level level = least.get();
        shown.setPredicate(line -> line.level().compareTo(level) >= 0
                && line.text().toLowerCase(Locale.ROOT).contains(wanted));
    }
}
