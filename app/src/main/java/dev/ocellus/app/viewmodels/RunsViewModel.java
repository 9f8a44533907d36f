package dev.ocellus.app.viewmodels;

import dev.ocellus.app.services.RunSummary;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The runs of the projects folder, newest first. */
public final class RunsViewModel {

    private final ObservableList<RunSummary> runs = FXCollections.observableArrayList();

    public ObservableList<RunSummary> runs() {
        return runs;
    }
}
