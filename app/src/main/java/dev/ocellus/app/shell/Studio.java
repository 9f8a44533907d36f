package dev.ocellus.app.shell;

import dev.ocellus.app.faults.FaultDesk;
import dev.ocellus.app.services.Preferences;
import dev.ocellus.app.services.PreferencesService;
import dev.ocellus.app.services.ProjectsService;
import dev.ocellus.app.services.RunSummary;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.services.TrainingService;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.ConfigureViewModel;
import dev.ocellus.app.viewmodels.HomeViewModel;
import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.app.viewmodels.RunsViewModel;
import dev.ocellus.app.viewmodels.SettingsViewModel;
import dev.ocellus.app.viewmodels.ShellViewModel;
import dev.ocellus.app.viewmodels.TrainingViewModel;
import dev.ocellus.app.views.DatasetChooser;
import dev.ocellus.app.views.HomeView;
import dev.ocellus.app.views.SettingsView;
import dev.ocellus.app.views.TrainingView;
import dev.ocellus.engine.run.RunConfig;
import java.nio.file.Path;
import javafx.scene.layout.Region;

/** Puts the studio together: services, view models, views, and the ways between them. */
public final class Studio implements AutoCloseable, HomeViewModel.Doors {

    private final Tasks tasks;
    private final FaultDesk faults = new FaultDesk();
    private final PreferencesService preferences;
    private final ProjectsService projects;
    private final TrainingService trainings;
    private final ShellViewModel shell = new ShellViewModel();
    private final RunsViewModel runs = new RunsViewModel();
    private final TrainingViewModel training;
    private final ConfigureViewModel configure;
    private final HomeViewModel home;
    private final SettingsViewModel settings;

    public Studio(Path settingsFolder, Tasks tasks, TrainingService trainings) {
        this.tasks = tasks;
        this.trainings = trainings;
        this.preferences = new PreferencesService(settingsFolder, tasks);
        this.projects = new ProjectsService(settingsFolder, tasks);
        this.training = new TrainingViewModel(faults);
        this.configure = new ConfigureViewModel(this::start, training::active);
        this.home = new HomeViewModel(projects, runs.runs(), this);
        this.settings = new SettingsViewModel(preferences);
        preferences.currentProperty().subscribe(now -> configure.setProjects(now.projectsFolder()));
    }

    Region view(Place place, Texts texts, Shell window) {
        return switch (place) {
            case HOME -> new HomeView(home, texts, chooser(texts));
            case TRAINING ->
                new TrainingView(training, texts, () -> shell.go(Place.CONFIGURE), () -> shell.go(Place.RUNS));
            case SETTINGS -> new SettingsView(settings, texts);
            default -> new Region();
        };
    }

    DatasetChooser chooser(Texts texts) {
        return new DatasetChooser(texts, this::openDataset);
    }

    @Override
    public void openDataset(Path source) {
        configure.setDataset(source);
        shell.go(Place.DATASET);
    }

    @Override
    public void openSample() {
    }

    @Override
    public void openRun(RunSummary run) {
    }

    void startTraining() {
        if (!configure.start()) {
            shell.go(Place.CONFIGURE);
        }
    }

    void nextTheme() {
        preferences.change(now -> now.withTheme(Theme.next(now.theme())));
    }

    void changeFont(int by) {
        preferences.change(now -> now.withFontSize(
                Math.clamp(now.fontSize() + by, Preferences.SMALLEST_FONT, Preferences.LARGEST_FONT)));
    }

    private void start(RunConfig config) {
        training.watch(trainings.start(config));
        shell.go(Place.TRAINING);
    }

    public ShellViewModel shell() {
        return shell;
    }

    public TrainingViewModel training() {
        return training;
    }

    public PreferencesService preferences() {
        return preferences;
    }

    FaultDesk faults() {
        return faults;
    }

    @Override
    public void close() {
        training.session().ifPresent(session -> session.stop());
        preferences.close();
        projects.close();
        tasks.close();
    }
}
