package dev.ocellus.app.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.FakeRuns;
import dev.ocellus.app.TestTasks;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsServiceTest {

    @TempDir
    private Path project;

    private final RunsService service = new RunsService(new TestTasks().tasks());
    private final List<Throwable> faults = new ArrayList<>();

    @Test
    void readsWhatTheEngineWrote() throws IOException {
        FakeRuns.write(project, "cells", RunState.STOPPED, 12, 30, "");
        RunSummary run = list().getFirst();
        assertEquals("cells", run.name());
        assertEquals(RunState.STOPPED, run.state());
        assertEquals("bccd", run.dataset());
        assertEquals("yolo9t", run.model());
        assertEquals(12, run.epoch());
        assertEquals(30, run.epochs());
        assertEquals("mAP50-95", run.metric());
        assertEquals(12, run.history().size());
        assertEquals(360, run.duration().toSeconds());
    }

    @Test
    void aRunWhoseProcessIsGoneWasInterruptedAndNotCompleted() throws IOException {
        RunFolder folder = FakeRuns.write(project, "cut", RunState.RUNNING, 3, 30, "");
        Path status = folder.path().resolve("status.json");
        String text = Files.readString(status);
        Files.writeString(status, text.replaceAll("\"pid\"\\s*:\\s*\\d+", "\"pid\": 999999999"));
        assertEquals(RunState.INTERRUPTED, list().getFirst().state());
    }

    @Test
    void theHistoryHoldsEpochsAndLog() throws IOException {
        FakeRuns.write(project, "cells", RunState.COMPLETED, 5, 5, "");
        RunHistory[] history = new RunHistory[1];
        service.history(list().getFirst(), read -> history[0] = read, faults::add);
        assertEquals(5, history[0].rows().size());
        assertTrue(history[0].log().getFirst().contains("yolo9t"));
    }

    @Test
    void aRunIsContinuedWithItsOwnConfiguration() throws IOException {
        RunFolder folder = FakeRuns.write(project, "cells", RunState.STOPPED, 2, 30, "");
        RunConfig[] config = new RunConfig[1];
        service.resumption(list().getFirst(), read -> config[0] = read, faults::add);
        assertEquals(folder.path().toString(), config[0].get(OutputOptions.RESUME));
        assertEquals(300, config[0].get(OptimizationOptions.EPOCHS));
    }

    @Test
    void deletesAFolderWithAllThatIsInIt() throws IOException {
        RunFolder folder = FakeRuns.write(project, "cells", RunState.COMPLETED, 2, 2, "");
        service.delete(list().getFirst(), () -> {}, faults::add);
        assertFalse(Files.exists(folder.path()));
        assertEquals(List.of(), faults);
    }

    @Test
    void doesNotDeleteARunThatIsGoingOn() throws IOException {
        RunFolder folder = FakeRuns.write(project, "cells", RunState.RUNNING, 2, 30, "");
        service.delete(list().getFirst(), () -> {}, faults::add);
        assertTrue(Files.exists(folder.path()));
        assertInstanceOf(StudioException.class, faults.getFirst());
    }

    @Test
    void aProjectFolderThatDoesNotExistHasNoRuns() {
        service.list(project.resolve("none"), runs -> assertEquals(List.of(), runs), faults::add);
        assertEquals(List.of(), faults);
    }

    private List<RunSummary> list() {
        List<RunSummary> runs = new ArrayList<>();
        service.list(project, runs::addAll, faults::add);
        return runs;
    }
}
