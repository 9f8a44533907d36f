package dev.ocellus.app.viewmodels;

import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.Problem.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;

/** The problems of a dataset, the gravest first, and those of them that match severity and text. */
public final class ProblemFilter {

    private final ObservableList<Problem> all = FXCollections.observableArrayList();
    private final FilteredList<Problem> shown = new FilteredList<>(all);
    private final ObjectProperty<Optional<Severity>> severity = new SimpleObjectProperty<>(Optional.empty());
    private final StringProperty query = new SimpleStringProperty("");
    private UnaryOperator<String> reading = UnaryOperator.identity();

    ProblemFilter() {
        severity.subscribe(ignored -> filter());
        query.subscribe(ignored -> filter());
    }

    public ObservableList<Problem> all() {
        return all;
    }

    public ObservableList<Problem> shown() {
        return shown;
    }

    /** The only severity that is shown; all where empty. */
    public ObjectProperty<Optional<Severity>> severityProperty() {
        return severity;
    }

    /** Letters that file, message or rule have to contain. */
    public StringProperty queryProperty() {
        return query;
    }

    /** Sets how a message reads to the person, whose letters are compared with that. */
    public void readAs(UnaryOperator<String> reading) {
        this.reading = reading;
        filter();
    }

    public long count(Severity of) {
        return all.stream().filter(problem -> problem.severity() == of).count();
    }

    void take(List<Problem> problems) {
        all.setAll(problems.stream()
                .sorted(Comparator.comparing(Problem::severity))
                .toList());
    }

    private void filter() {
        String wanted = query.get().strip().toLowerCase(Locale.ROOT);
        shown.setPredicate(problem ->
                severity.get().filter(only -> only != problem.severity()).isEmpty()
                        && (problem.place() + " " + reading.apply(problem.message()) + " " + problem.id())
                                .toLowerCase(Locale.ROOT)
                                .contains(wanted));
    }
}
