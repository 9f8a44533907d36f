package dev.ocellus.app.viewmodels;

import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.SplitName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;

/** The images of a dataset, and those of them that match part, class and name. */
public final class ImageFilter {

    private final ObservableList<ImageEntry> all = FXCollections.observableArrayList();
    private final FilteredList<ImageEntry> shown = new FilteredList<>(all);
    private final ObjectProperty<Optional<SplitName>> split = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<ClassRow>> classRow = new SimpleObjectProperty<>(Optional.empty());
    private final StringProperty query = new SimpleStringProperty("");

    ImageFilter() {
        split.subscribe(ignored -> filter());
        classRow.subscribe(ignored -> filter());
        query.subscribe(ignored -> filter());
    }

    public ObservableList<ImageEntry> shown() {
        return shown;
    }

    public ObjectProperty<Optional<SplitName>> splitProperty() {
        return split;
    }

    /** The class that an image has to contain. */
    public ObjectProperty<Optional<ClassRow>> classProperty() {
        return classRow;
    }

    /** Letters that the name of the file has to contain. */
    public StringProperty queryProperty() {
        return query;
    }

    void take(Dataset dataset) {
        List<ImageEntry> entries = new ArrayList<>();
        dataset.splits().forEach((part, items) -> items.forEach(item -> entries.add(new ImageEntry(part, item))));
        split.set(Optional.empty());
        classRow.set(Optional.empty());
        query.set("");
        all.setAll(entries);
    }

    private void filter() {
        String wanted = query.get().strip().toLowerCase(Locale.ROOT);
        shown.setPredicate(
                entry -> split.get().filter(part -> part != entry.split()).isEmpty()
                        && classRow.get().filter(row -> !shows(entry, row)).isEmpty()
                        && entry.name().toLowerCase(Locale.ROOT).contains(wanted));
    }

    private static boolean shows(ImageEntry entry, ClassRow row) {
        return entry.item().boxes().stream().anyMatch(box -> box.cls() == row.index());
    }
}
