package dev.ocellus.app.services;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** Remembers the datasets opened last, newest first. Used on the window's thread. */
public final class ProjectsService implements AutoCloseable {

    private static final int KEPT = 12;

    /** The stored form: plain strings and numbers. */
    record Entry(String name, String source, int images, int classes, long opened) {}

    /** The stored list. */
    record Entries(List<Entry> projects) {}

    private final JsonFile<Entries> file;
    private final ObservableList<Project> recent = FXCollections.observableArrayList();
    private final ObservableList<Project> readOnly = FXCollections.unmodifiableObservableList(recent);

    public ProjectsService(Path folder, Tasks tasks) {
        this.file = new JsonFile<>(folder.resolve("projects.json"), tasks);
        for (Entry entry : file.read(Entries.class, new Entries(List.of())).projects()) {
            recent.add(new Project(
                    entry.name(),
                    Path.of(entry.source()),
                    entry.images(),
                    entry.classes(),
                    Instant.ofEpochSecond(entry.opened())));
        }
    }

    public ObservableList<Project> recent() {
        return readOnly;
    }

    /** Puts a dataset first in the list. */
    public void opened(String name, Path source, int images, int classes) {
        List<Project> next = new ArrayList<>();
        next.add(new Project(name, source, images, classes, Instant.now()));
        recent.stream().filter(project -> !project.source().equals(source)).forEach(next::add);
        keep(next.subList(0, Math.min(KEPT, next.size())));
    }

    public void forget(Project project) {
        keep(recent.stream().filter(other -> !other.equals(project)).toList());
    }

    @Override
    public void close() {
        file.close();
    }

    private void keep(List<Project> projects) {
        recent.setAll(projects);
        file.write(new Entries(projects.stream()
                .map(project -> new Entry(
                        project.name(),
                        project.source().toString(),
                        project.images(),
                        project.classes(),
                        project.opened().getEpochSecond()))
                .toList()));
    }
}
