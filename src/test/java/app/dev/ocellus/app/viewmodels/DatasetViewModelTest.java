package dev.ocellus.app.viewmodels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.BrokenDataset;
import dev.ocellus.app.TestTasks;
import dev.ocellus.app.services.DatasetService;
import dev.ocellus.app.services.ProjectsService;
import dev.ocellus.app.services.SharedDecoder;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.services.ThumbnailService;
import dev.ocellus.app.viewmodels.DatasetViewModel.Phase;
import dev.ocellus.engine.data.Problem.Severity;
import dev.ocellus.engine.data.SplitName;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetViewModelTest {

    @TempDir
    private Path folder;

    private final Tasks tasks = new TestTasks().tasks();
    private final SharedDecoder decoder = new SharedDecoder();
    private final DatasetService service = new DatasetService(tasks, decoder);
    private ProjectsService projects;
    private DatasetViewModel model;

    @BeforeEach
    void opensADatasetWithFaults() {
        projects = new ProjectsService(folder, tasks);
        model = new DatasetViewModel(service, projects, new ThumbnailService(tasks, decoder));
        model.open(BrokenDataset.write(folder.resolve("shapes")));
    }

    @AfterEach
    void closes() {
        service.close();
    }

    @Test
    void countsImagesAndClasses() {
        assertEquals(Phase.READY, model.phaseProperty().get());
        assertEquals(3, model.classes().size());
        assertEquals(149, model.images().shown().size());
        assertEquals(
                1.0, model.classes().stream().mapToDouble(ClassRow::share).max().orElse(0));
    }

    @Test
    void theGravestProblemsComeFirst() {
        assertEquals(3, model.problems().count(Severity.ERROR));
        Severity before = Severity.ERROR;
        for (var problem : model.problems().all()) {
            assertTrue(problem.severity().compareTo(before) >= 0);
            before = problem.severity();
        }
    }

    @Test
    void problemsCanBeFilteredBySeverityAndText() {
        model.problems().severityProperty().set(Optional.of(Severity.WARNING));
        assertTrue(model.problems().shown().stream().allMatch(problem -> problem.severity() == Severity.WARNING));
        model.problems().severityProperty().set(Optional.empty());
        model.problems().queryProperty().set("TRAIN001");
        assertEquals(1, model.problems().shown().size());
        assertEquals(1, model.problems().shown().getFirst().line());
    }

    @Test
    void imagesCanBeFilteredByPartClassAndName() {
        model.images().splitProperty().set(Optional.of(SplitName.VAL));
        assertEquals(30, model.images().shown().size());
        model.images().splitProperty().set(Optional.empty());
        ClassRow first = model.classes().getFirst();
        model.images().classProperty().set(Optional.of(first));
        assertTrue(model.images().shown().stream()
                .allMatch(entry -> entry.item().boxes().stream().anyMatch(box -> box.cls() == first.index())));
        model.images().classProperty().set(Optional.empty());
        model.images().queryProperty().set("val007");
        assertEquals(1, model.images().shown().size());
    }

    @Test
    void remembersTheDataset() {
        assertEquals("shapes", projects.recent().getFirst().name());
        assertEquals(149, projects.recent().getFirst().images());
    }

    @Test
    void saysWhyAFolderIsNoDataset() {
        model.open(folder.resolve("nowhere"));
        assertEquals(Phase.FAILED, model.phaseProperty().get());
        assertTrue(model.faultProperty().get().orElseThrow().message().contains("nowhere"));
        assertFalse(model.faultProperty().get().orElseThrow().cure().isEmpty());
    }

    @Test
    void cancelGoesBackToWhatWasOpen() {
        model.cancel();
        assertEquals(Phase.READY, model.phaseProperty().get());
        assertEquals("shapes", model.datasetProperty().get().orElseThrow().name());
    }

    @Test
    void picturesComeDecodedAndAreKept() {
        Path image = model.images().shown().getFirst().item().image();
        int[] widths = new int[2];
        model.thumbnails().load(image, 64, thumbnail -> widths[0] = thumbnail.width());
        model.thumbnails().load(image, 64, thumbnail -> widths[1] = thumbnail.height());
        assertEquals(64, Math.max(widths[0], widths[1]));
    }
}
