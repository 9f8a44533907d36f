package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResumedRunTest {

    @TempDir
    Path project;

    private RunFolder run(RunState state, int done) throws IOException {
        RunConfig config = request("data=data.yaml", "batch=4", "epochs=5");
        RunFolder run = RunFolder.create(project, "exp", false);
        run.writeRecord(new RunRecord(Instant.EPOCH, 0, List.of(), config, Map.of(), Map.of()));
        run.writeStatus(RunStatus.created(5).in(state, ""));
        for (int epoch = 1; epoch <= done; epoch++) {
            run.append(new EpochRow(epoch, epoch, 1, Map.of(), null, null, Map.of(), Map.of()));
        }
        return run;
    }

    private static RunConfig request(String... words) {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        for (String word : words) {
            builder.set(word.split("=")[0], word.split("=")[1], Source.COMMAND_LINE);
        }
        return builder.build();
    }

    private String fault(String... words) {
        return assertThrows(StudioException.class, () -> ResumedRun.find(request(words)))
                .getMessage();
    }

    @Test
    void takesUpItsOwnConfiguration() throws IOException {
        RunFolder run = run(RunState.STOPPED, 2);
        ResumedRun resumed = ResumedRun.find(request("resume=" + run.path(), "threads=1"));
        assertEquals(run.path(), resumed.folder().path());
        assertEquals(4, resumed.config().get(DataOptions.BATCH));
        assertEquals(Source.RESUMED, resumed.config().setting(DataOptions.BATCH).source());
        assertEquals(1, resumed.config().get(ComputeOptions.THREADS));
        assertEquals(
                Optional.of(Path.of("data.yaml").toAbsolutePath()),
                resumed.config().get(DataOptions.DATA));
    }

    @Test
    void isFoundByItsCheckpointOrAsTheNewest() throws IOException {
        RunFolder run = run(RunState.FAILED, 2);
        Files.createFile(run.last());
        assertEquals(
                run.path(),
                ResumedRun.find(request("resume=" + run.last())).folder().path());
        assertEquals(
                run.path(),
                ResumedRun.find(request("resume=true", "project=" + project, "name=exp"))
                        .folder()
                        .path());
    }

    @ParameterizedTest
    @CsvSource({"batch=8, batch=4; it cannot be continued with 8", "seed=1, seed=0; it cannot be continued with 1"})
    void refusesWhatWouldMakeAnotherRunOfIt(String word, String message) throws IOException {
        RunFolder run = run(RunState.STOPPED, 2);
        assertTrue(fault("resume=" + run.path(), word).contains(message));
        assertEquals(
                4,
                ResumedRun.find(request("resume=" + run.path(), "batch=4"))
                        .config()
                        .get(DataOptions.BATCH));
    }

    @Test
    void aFinishedRunNeedsMoreEpochs() throws IOException {
        RunFolder run = run(RunState.COMPLETED, 5);
        assertTrue(fault("resume=" + run.path()).endsWith("is finished after 5 of 5 epochs."));
        assertEquals(
                9,
                ResumedRun.find(request("resume=" + run.path(), "epochs=9"))
                        .config()
                        .get(OptimizationOptions.EPOCHS));
    }

    @Test
    void aRunThatEndedEarlyByPatienceIsFinished() throws IOException {
        RunFolder run = run(RunState.COMPLETED, 3);
        assertTrue(fault("resume=" + run.path()).endsWith("is finished after 3 of 5 epochs."));
    }

    @Test
    void aRunInUseIsLeftAlone() throws IOException {
        RunFolder run = run(RunState.RUNNING, 2);
        assertTrue(fault("resume=" + run.path()).contains("is in use by process"));
    }

    @Test
    void aFolderWithoutARunIsNamed() {
        assertTrue(fault("resume=" + project).contains("is not the folder of a run"));
    }
}
