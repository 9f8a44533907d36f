package dev.ocellus.app.viewmodels;

import dev.ocellus.app.services.Project;
import dev.ocellus.app.services.ProjectsService;
import dev.ocellus.app.services.RunSummary;
import java.nio.file.Path;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** What was opened and trained last, and where to go from here. */
public final class HomeViewModel {

    private static final int SHOWN_RUNS = 6;

    /** Where the home view leads. */
    public interface Doors {

        void openDataset(Path source);

        void openSample();

        void openRun(RunSummary run);
    }

    private final ProjectsService projects;
    private final Doors doors;
    private final ObservableList<RunSummary> latestRuns = FXCollections.observableArrayList();

    public HomeViewModel(ProjectsService projects, ObservableList<RunSummary> runs, Doors doors) {
        this.projects = projects;
        this.doors = doors;
        runs.subscribe(() -> take(runs));
        take(runs);
    }

    public ObservableList<Project> projects() {
        return projects.recent();
    }

    public ObservableList<RunSummary> latestRuns() {
        return latestRuns;
    }

    public void open(Path source) {
        doors.openDataset(source);
    }

    public void openSample() {
        doors.openSample();
    }

    public void openRun(RunSummary run) {
        doors.openRun(run);
    }

    public void forget(Project project) {
        projects.forget(project);
    }

    private void take(ObservableList<RunSummary> runs) {
        latestRuns.setAll(runs.subList(0, Math.min(SHOWN_RUNS, runs.size())));
    }
}
