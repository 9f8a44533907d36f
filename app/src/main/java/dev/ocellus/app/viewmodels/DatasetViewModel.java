package dev.ocellus.app.viewmodels;

import dev.ocellus.app.faults.Fault;
import dev.ocellus.app.services.DatasetService;
import dev.ocellus.app.services.ProjectsService;
import dev.ocellus.app.services.ThumbnailService;
import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.SplitCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The dataset that is open: reading it, what is in it, what is wrong with it. */
public final class DatasetViewModel {

    /** What the view shows. */
    public enum Phase {
        EMPTY,
        READING,
        READY,
        FAILED
    }

    private final DatasetService service;
    private final ProjectsService projects;
    private final ThumbnailService thumbnails;
    private final ReadOnlyObjectWrapper<Phase> phase = new ReadOnlyObjectWrapper<>(Phase.EMPTY);
    private final ReadOnlyObjectWrapper<Optional<SideWork>> work = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Dataset>> dataset = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Fault>> fault = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ObservableList<ClassRow> classes = FXCollections.observableArrayList();
    private final ImageFilter images = new ImageFilter();
    private final ProblemFilter problems = new ProblemFilter();
    private Cancellation cancellation = new Cancellation();
    private volatile @Nullable SideWork reported;

    public DatasetViewModel(DatasetService service, ProjectsService projects, ThumbnailService thumbnails) {
        this.service = service;
        this.projects = projects;
        this.thumbnails = thumbnails;
    }

    /** Reads a folder or a {@code data.yaml}; whatever is being read is given up. */
    public void open(Path source) {
        Cancellation mine = begin();
        service.read(source, this::report, mine, read -> finish(mine, read, source), cause -> fail(mine, cause));
    }

    /** Decodes every image of the open dataset to find the damaged ones. */
    public void verify() {
        dataset.get().ifPresent(open -> {
            Cancellation mine = begin();
            service.verify(
                    open, this::report, mine, read -> finish(mine, read, open.source()), cause -> fail(mine, cause));
        });
    }

    /** Gives up the reading; what was open before is open again. */
    public void cancel() {
        cancellation.cancel();
        phase.set(dataset.get().isPresent() ? Phase.READY : Phase.EMPTY);
    }

    /** Takes over how far the reading has come. */
    public void refresh() {
        work.set(Optional.ofNullable(reported));
    }

    private Cancellation begin() {
        cancellation.cancel();
        cancellation = new Cancellation();
        reported = null;
        work.set(Optional.empty());
        fault.set(Optional.empty());
        phase.set(Phase.READING);
        return cancellation;
    }

    private void report(String name, long done, long total) {
        reported = new SideWork(name, done, total);
    }

    private void finish(Cancellation mine, Dataset read, Path source) {
        if (mine != cancellation || mine.requested()) {
            return;
        }
        dataset.set(Optional.of(read));
        classes.setAll(classRows(read));
        images.take(read);
        problems.take(read.problems());
        phase.set(Phase.READY);
        int count = read.splits().values().stream().mapToInt(List::size).sum();
        projects.opened(read.name(), source, count, read.classNames().size());
    }

    private void fail(Cancellation mine, Throwable cause) {
        if (mine == cancellation && !(cause instanceof CancellationException)) {
            fault.set(Optional.of(Fault.of(cause)));
            phase.set(Phase.FAILED);
        }
    }

    private static List<ClassRow> classRows(Dataset dataset) {
        int count = dataset.classNames().size();
        long[] boxes = new long[count];
        for (SplitCounts counts : dataset.counts().values()) {
            for (int i = 0; i < count; i++) {
                boxes[i] += counts.boxesByClass().get(i);
            }
        }
        long most = Math.max(1, Arrays.stream(boxes).max().orElse(1));
        List<ClassRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new ClassRow(i, dataset.classNames().get(i), boxes[i], (double) boxes[i] / most));
        }
        return rows;
    }

    public ReadOnlyObjectProperty<Phase> phaseProperty() {
        return phase.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<SideWork>> workProperty() {
        return work.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Dataset>> datasetProperty() {
        return dataset.getReadOnlyProperty();
    }

    /** Why the dataset could not be read. */
    public ReadOnlyObjectProperty<Optional<Fault>> faultProperty() {
        return fault.getReadOnlyProperty();
    }

    public ObservableList<ClassRow> classes() {
        return classes;
    }

    public ImageFilter images() {
        return images;
    }

    public ProblemFilter problems() {
        return problems;
    }

    public ThumbnailService thumbnails() {
        return thumbnails;
    }
}
