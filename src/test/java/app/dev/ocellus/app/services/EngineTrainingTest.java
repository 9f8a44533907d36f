package dev.ocellus.app.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.SmallDataset;
import dev.ocellus.app.TestTasks;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTrainingTest {

    @TempDir
    private Path folder;

    private final EngineTraining trainings = new EngineTraining(new TestTasks().tasks());

    @Test
    void trainsForRealAndTellsOfIt() throws Exception {
        TrainingSession session = trainings.start(config(SmallDataset.write(folder.resolve("data")), 2));
        session.awaitEnd();
        assertEquals(RunState.COMPLETED, session.state(), () -> String.valueOf(session.fault()));
        List<RunEvent> events = session.drain();
        assertEquals(
                6, events.stream().filter(RunEvent.StepDone.class::isInstance).count());
        assertEquals(
                2, events.stream().filter(RunEvent.EpochDone.class::isInstance).count());
        assertEquals(0, session.dropped());
        Path run = session.folder().orElseThrow();
        assertTrue(run.startsWith(folder.resolve("runs")));
        assertTrue(Files.exists(RunFolder.open(run).last()));
    }

    @Test
    void stopsWithinAStepAndIsContinuedFromThere() throws Exception {
        TrainingSession session = trainings.start(config(SmallDataset.write(folder.resolve("data")), 500));
        while (session.drain().stream().noneMatch(RunEvent.StepDone.class::isInstance)) {
            Thread.sleep(20);
        }
        session.stop();
        session.awaitEnd();
        assertEquals(RunState.STOPPED, session.state());

        RunsService runs = new RunsService(new TestTasks().tasks());
        List<RunSummary> found = new ArrayList<>();
        runs.list(folder.resolve("runs"), found::addAll, fault -> {});
        assertEquals(RunState.STOPPED, found.getFirst().state());
        RunConfig[] again = new RunConfig[1];
        runs.resumption(found.getFirst(), config -> again[0] = config, fault -> {});
        TrainingSession continued = trainings.start(again[0]);
        while (continued.drain().stream().noneMatch(RunEvent.StepDone.class::isInstance)
                && !continued.state().ended()) {
            Thread.sleep(20);
        }
        continued.stop();
        continued.awaitEnd();
        assertEquals(RunState.STOPPED, continued.state(), () -> String.valueOf(continued.fault()));
        assertEquals(session.folder(), continued.folder());
    }

    @Test
    void saysWhyItFailed() throws Exception {
        TrainingSession session = trainings.start(config(folder.resolve("nowhere"), 2));
        session.awaitEnd();
        assertEquals(RunState.FAILED, session.state());
        assertInstanceOf(StudioException.class, session.fault().orElseThrow());
    }

    private RunConfig config(Path data, int epochs) {
        return RunConfig.builder(Scope.TRAIN)
                .set(DataOptions.DATA.name(), data.toString(), Source.FORM)
                .set(ModelOptions.IMGSZ.name(), "64", Source.FORM)
                .set(DataOptions.BATCH, 2, Source.FORM)
                .set(DataOptions.WORKERS, 1, Source.FORM)
                .set(OptimizationOptions.EPOCHS, epochs, Source.FORM)
                .set(OutputOptions.PROJECT.name(), folder.resolve("runs").toString(), Source.FORM)
                .build();
    }
}
