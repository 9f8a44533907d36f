package dev.ocellus.app.viewmodels;

import dev.ocellus.app.faults.FaultDesk;
import dev.ocellus.app.platform.FileManager;
import dev.ocellus.app.services.RunHistory;
import dev.ocellus.app.services.RunSummary;
import dev.ocellus.app.services.RunsService;
import dev.ocellus.engine.run.RunConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The runs of the projects folder, the latest first, and what can be done with one. */
public final class RunsViewModel {

    private final RunsService service;
    private final Supplier<Path> project;
    private final FaultDesk faults;
    private final Consumer<RunHistory> show;
    private final Consumer<RunConfig> proceed;
    private final ObservableList<RunSummary> runs = FXCollections.observableArrayList();
    private boolean asking;
    private boolean askAgain;

    /**
     * @param project where runs are kept
     * @param show what to do with a run that was opened
     * @param proceed what to do with the configuration of a run that is to be continued
     */
    public RunsViewModel(
            RunsService service,
            Supplier<Path> project,
            FaultDesk faults,
            Consumer<RunHistory> show,
            Consumer<RunConfig> proceed) {
        this.service = service;
        this.project = project;
        this.faults = faults;
        this.show = show;
        this.proceed = proceed;
    }

    public ObservableList<RunSummary> runs() {
        return runs;
    }

    /** Reads the folder again; while it is being read, once more after that. */
    public void refresh() {
        if (asking) {
            askAgain = true;
            return;
        }
        asking = true;
        service.list(project.get(), this::take, fault -> {
            answered();
            faults.report(fault);
        });
    }

    public void open(RunSummary run) {
        service.history(run, show, faults::report);
    }

    public void resume(RunSummary run) {
        service.resumption(run, proceed, faults::report);
    }

    public void delete(RunSummary run) {
        service.delete(run, this::refresh, faults::report);
    }

    public void reveal(RunSummary run) {
        try {
            FileManager.reveal(run.folder());
        } catch (IOException fault) {
            faults.report(fault);
        }
    }

    private void take(List<RunSummary> found) {
        answered();
        if (!found.equals(runs)) {
            runs.setAll(found);
        }
    }

    private void answered() {
        asking = false;
        if (askAgain) {
            askAgain = false;
            refresh();
        }
    }
}
