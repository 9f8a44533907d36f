package dev.ocellus.app.shell;

import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.faults.FaultDesk;
import dev.ocellus.app.services.DatasetService;
import dev.ocellus.app.services.Preferences;
import dev.ocellus.app.services.PreferencesService;
import dev.ocellus.app.services.ProjectsService;
import dev.ocellus.app.services.RunHistory;
import dev.ocellus.app.services.RunSummary;
import dev.ocellus.app.services.RunsService;
import dev.ocellus.app.services.SharedDecoder;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.services.ThumbnailService;
import dev.ocellus.app.services.TrainingService;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.ConfigureViewModel;
import dev.ocellus.app.viewmodels.DatasetViewModel;
import dev.ocellus.app.viewmodels.HomeViewModel;
import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.app.viewmodels.RunsViewModel;
import dev.ocellus.app.viewmodels.SettingsViewModel;
import dev.ocellus.app.viewmodels.ShellViewModel;
import dev.ocellus.app.viewmodels.TrainingViewModel;
import dev.ocellus.app.views.ConfigureView;
import dev.ocellus.app.views.DatasetChooser;
import dev.ocellus.app.views.DatasetView;
import dev.ocellus.app.views.HomeView;
import dev.ocellus.app.views.RunsView;
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
    private final DatasetService datasets;
    private final TrainingService trainings;
    private final ShellViewModel shell = new ShellViewModel();
    private final DatasetViewModel dataset;
    private final RunsViewModel runs;
    private final TrainingViewModel training;
    private final ConfigureViewModel configure;
    private final HomeViewModel home;
    private final SettingsViewModel settings;

    public Studio(Path settingsFolder, Tasks tasks, TrainingService trainings) {
        this.tasks = tasks;
        this.trainings = trainings;
        SharedDecoder decoder = new SharedDecoder();
        preferences = new PreferencesService(settingsFolder, tasks);
        projects = new ProjectsService(settingsFolder, tasks);
        datasets = new DatasetService(tasks, decoder);
        dataset = new DatasetViewModel(datasets, projects, new ThumbnailService(tasks, decoder));
        training = new TrainingViewModel(faults);
        runs = new RunsViewModel(new RunsService(tasks), this::runsFolder, faults, this::showRun, this::start);
        configure = new ConfigureViewModel(dataset.datasetProperty()::get, this::start, training::active);
        home = new HomeViewModel(projects, runs.runs(), this);
        settings = new SettingsViewModel(preferences);
        preferences.currentProperty().map(Preferences::projectsFolder).subscribe(folder -> {
            configure.setProjects(runsFolder());
            runs.refresh();
        });
        dataset.datasetProperty().subscribe(open -> configure.update());
    }

    Region view(Place place, Texts texts, DialogHost dialogs) {
        Runnable toForm = () -> shell.go(Place.CONFIGURE);
        return switch (place) {
            case HOME -> new HomeView(home, texts, chooser(texts));
            case DATASET -> new DatasetView(dataset, texts, chooser(texts), this, toForm, dialogs);
            case CONFIGURE -> new ConfigureView(configure, texts);
            case TRAINING -> new TrainingView(training, texts, toForm, () -> shell.go(Place.RUNS));
            case RUNS -> new RunsView(runs, texts, toForm, dialogs);
            case SETTINGS -> new SettingsView(settings, texts);
        };
    }

    DatasetChooser chooser(Texts texts) {
        return new DatasetChooser(texts, this::openDataset);
    }

    @Override
    public void openDataset(Path source) {
        configure.setDataset(source);
        dataset.open(source);
        shell.go(Place.DATASET);
    }

    @Override
    public void openSample() {
        Path folder = preferences.get().projectsFolder().resolve("sample");
        datasets.installSample(
                folder,
                source -> {
                    openDataset(source);
                    configure.setTrial(source);
                },
                faults::report);
    }

    @Override
    public void openRun(RunSummary run) {
        runs.open(run);
    }

    /** Whether nothing was opened and nothing trained before. */
    public boolean firstStart() {
        return projects.recent().isEmpty();
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
        preferences.change(now ->
                now.withFontSize(Math.clamp(now.fontSize() + by, Preferences.SMALLEST_FONT, Preferences.LARGEST_FONT)));
    }

    private Path runsFolder() {
        return preferences.get().projectsFolder().resolve("runs");
    }

    private void showRun(RunHistory history) {
        training.open(history);
        shell.go(Place.TRAINING);
    }

    private void start(RunConfig config) {
        training.watch(trainings.start(config), config);
        configure.update();
        shell.go(Place.TRAINING);
    }

    public ShellViewModel shell() {
        return shell;
    }

    public DatasetViewModel dataset() {
        return dataset;
    }

    public ConfigureViewModel configure() {
        return configure;
    }

    public TrainingViewModel training() {
        return training;
    }

    public RunsViewModel runs() {
        return runs;
    }

    public PreferencesService preferences() {
        return preferences;
    }

    public FaultDesk faults() {
        return faults;
    }

    @Override
    public void close() {
        training.close();
        datasets.close();
        preferences.close();
        projects.close();
        tasks.close();
    }
}
