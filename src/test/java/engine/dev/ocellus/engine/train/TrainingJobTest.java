package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.nop.NopBackend;
import dev.ocellus.engine.data.sample.SampleDataset;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.Json;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunEvents;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.RunStatus;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole trainings of the smallest network on a few small images: four batches an epoch. */
class TrainingJobTest {

    @TempDir
    private static Path folder;

    private static Path data;

    @BeforeAll
    static void prepare() throws IOException {
        Path sample = SampleDataset.install(folder.resolve("sample")).getParent();
        List<String> train = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            train.add(sample.resolve("images/train/train%03d.jpg".formatted(i)).toString());
        }
        Files.write(folder.resolve("train.txt"), train);
        Files.write(
                folder.resolve("val.txt"),
                List.of(sample.resolve("images/val/val000.jpg").toString()));
        data = Files.writeString(
                folder.resolve("data.yaml"), "train: train.txt\nval: val.txt\nnames: [circle, square, triangle]\n");
    }

    private static RunConfig config(String name, String... more) {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        List<String> words = new ArrayList<>(List.of(
                "imgsz=64", "batch=2", "epochs=2", "warmup_epochs=1", "no_aug_epochs=1", "max_labels=32", "workers=2"));
        words.addAll(List.of("data=" + data, "project=" + folder.resolve("runs"), "name=" + name));
        words.addAll(List.of(more));
        words.forEach(word -> builder.set(
                word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1), Source.COMMAND_LINE));
        return builder.build();
    }

    private static RunConfig resume(RunFolder run, String... more) {
        RunConfig.Builder builder =
                RunConfig.builder(Scope.TRAIN).set("resume", run.path().toString(), Source.COMMAND_LINE);
        for (String word : more) {
            builder.set(word.split("=")[0], word.split("=")[1], Source.COMMAND_LINE);
        }
        return builder.build();
    }

    private static TrainingJob job(RunConfig config) {
        return new TrainingJob(config, List.of(), new RunEvents(256));
    }

    private static RunFolder complete(RunConfig config) throws Exception {
        TrainingJob job = job(config);
        assertEquals(RunState.COMPLETED, job.run().orElseThrow().state());
        return job.folder().orElseThrow();
    }

    /** Trains until some batches are done, then asks for a stop. */
    private static RunFolder stopAfter(int batches, RunConfig config) throws Exception {
        RunEvents events = new RunEvents(256);
        RunEvents.Watcher watcher = events.watch();
        TrainingJob job = new TrainingJob(config, List.of(), events);
        FutureTask<Optional<RunStatus>> training = new FutureTask<>(job::run);
        new EngineThreads("test").newThread(training).start();
        while (!training.isDone()) {
            for (RunEvent event : watcher.drain()) {
                if (event instanceof RunEvent.StepDone step && step.step() >= batches) {
                    job.life().stop();
                }
            }
            Thread.onSpinWait();
        }
        assertEquals(RunState.STOPPED, training.get().orElseThrow().state());
        return job.folder().orElseThrow();
    }

    private static void assertSameNumbers(Path expected, Path actual) {
        try (Arena arena = Arena.ofConfined()) {
            Map<String, HostTensor> a =
                    Safetensors.read(expected, arena).tensors().tensors();
            Map<String, HostTensor> b =
                    Safetensors.read(actual, arena).tensors().tensors();
            assertEquals(a.keySet(), b.keySet());
            a.forEach((name, tensor) ->
                    assertEquals(-1, tensor.data().mismatch(b.get(name).data()), name));
        }
    }

    @Test
    void leavesACompleteFolder() throws Exception {
        RunFolder run = complete(config("whole", "save_period=1"));
        List<EpochRow> rows = run.epochs();
        assertEquals(2, rows.size());
        assertTrue(rows.getFirst().loss() > 0);
        assertTrue(rows.getFirst().validated());
        assertTrue(rows.getFirst().losses().keySet().containsAll(List.of("box", "cls", "dfl")));
        for (Path file : List.of(run.last(), run.best(), run.epoch(1), run.epoch(2), run.configFile(), run.logFile())) {
            assertTrue(Files.size(file) > 0, file.toString());
        }
        Map<String, Object> summary = Json.object(Files.readString(run.path().resolve("summary.json")));
        assertEquals(2L, summary.get("completed_epochs"));
        assertEquals(1.0, run.status().orElseThrow().progress());
        assertTrue(Files.readString(run.logFile()).contains("epoch 2/2"));
        CheckpointInfo info = Checkpoint.info(run.last());
        assertEquals(List.of("circle", "square", "triangle"), info.names());
        assertEquals(8, info.updates());
    }

    @Test
    void theSameConfigurationGivesTheSameNumbersWhateverTheThreads() throws Exception {
        RunFolder one = complete(config("one", "threads=1", "workers=1"));
        RunFolder two = complete(config("two", "threads=2", "workers=2", "cache=ram"));
        assertSameNumbers(one.last(), two.last());
    }

    @Test
    void aStoppedRunContinuesBitForBit() throws Exception {
        RunFolder whole = complete(config("uninterrupted"));
        RunFolder stopped = stopAfter(2, config("stopped"));
        assertTrue(stopped.status().orElseThrow().state().resumable());
        complete(resume(stopped));
        assertSameNumbers(whole.last(), stopped.last());
        assertEquals(
                whole.epochs().stream().map(EpochRow::loss).toList(),
                stopped.epochs().stream().map(EpochRow::loss).toList());
        assertEquals(
                whole.epochs().stream().map(EpochRow::metrics).toList(),
                stopped.epochs().stream().map(EpochRow::metrics).toList());
    }

    @Test
    void aStoppedRunThatSumsGradientsContinuesBitForBit() throws Exception {
        RunFolder whole = complete(config("sums", "nbs=6")); // windows of 3 batches and 1
        RunFolder stopped = stopAfter(1, config("sums-stopped", "nbs=6"));
        assertEquals(3, Checkpoint.info(stopped.last()).batch());
        complete(resume(stopped));
        assertSameNumbers(whole.last(), stopped.last());
    }

    @Test
    void aStoppedRunAtSeveralSizesContinuesBitForBit() throws Exception {
        RunFolder whole = complete(config("sizes", "multi_scale=0.5-1.5"));
        RunFolder stopped = stopAfter(2, config("sizes-stopped", "multi_scale=0.5-1.5"));
        complete(resume(stopped));
        assertSameNumbers(whole.last(), stopped.last());
        String log = Files.readString(whole.logFile());
        assertTrue(log.contains("Batches are resized to 3 sizes from 32 to 96."), log);
    }

    @Test
    void aRunKilledBeforeItsFirstCheckpointBeginsAnew() throws Exception {
        RunFolder whole = complete(config("alive"));
        RunFolder killed = stopAfter(1, config("killed"));
        Files.delete(killed.last());
        complete(resume(killed));
        assertSameNumbers(whole.last(), killed.last());
        assertEquals(2, killed.epochs().size());
    }

    @Test
    void aRunKilledAfterAnEpochLosesOnlyWhatCameAfterIt() throws Exception {
        RunFolder whole = complete(config("reference", "save_period=1"));
        RunFolder killed = complete(config("killed-late", "save_period=1"));
        Files.copy(killed.epoch(1), killed.last(), StandardCopyOption.REPLACE_EXISTING); // as if it died in epoch 2
        killed.writeStatus(killed.status().orElseThrow().in(RunState.FAILED, "killed"));
        killed.trim(1);
        complete(resume(killed));
        assertSameNumbers(whole.last(), killed.last());
        assertEquals(2, killed.epochs().size());
    }

    @Test
    void aFinishedRunCanBeTrainedOn() throws Exception {
        RunFolder run = complete(config("longer"));
        assertThrows(StudioException.class, () -> job(resume(run)).run());
        complete(resume(run, "epochs=3"));
        assertEquals(3, run.epochs().size());
        assertEquals(3, run.status().orElseThrow().epochs());
    }

    @Test
    void aFaultAfterTheFolderExistsIsWrittenIntoIt() {
        TrainingJob job = job(config("faulty", "weights=" + folder.resolve("absent.pt")));
        assertEquals(
                StudioException.Kind.MODEL,
                assertThrows(StudioException.class, job::run).kind());
        RunStatus status = job.folder().orElseThrow().status().orElseThrow();
        assertEquals(RunState.FAILED, status.state());
        assertTrue(status.error().contains("absent.pt"), status.error());
    }

    @Test
    void weightsOfAnotherNumberOfClassesAreTakenUpToTheLastLayer() throws Exception {
        RunFolder first = complete(config("teacher", "epochs=1"));
        Path four = Files.writeString(
                folder.resolve("four.yaml"),
                "train: train.txt\nval: val.txt\nnames: [circle, square, triangle, star]\n");
        RunFolder second = complete(config("pupil", "epochs=1", "weights=" + first.best(), "data=" + four));
        String log = Files.readString(second.logFile());
        assertTrue(log.contains("3 classes in the file, 4 here"), log);
    }

    @Test
    void aRunThatIsStoppedBeforeItBeginsLeavesNothing() throws Exception {
        TrainingJob job = job(config("never"));
        job.life().stop();
        assertEquals(Optional.empty(), job.run());
        assertFalse(Files.exists(folder.resolve("runs").resolve("never")));
        assertEquals(RunState.STOPPED, job.life().state());
    }

    @Test
    void aDatasetWithoutAnyBoxIsRefusedBeforeAFolderIsMade() throws Exception {
        Path bare = Files.createDirectories(folder.resolve("bare/images/train"));
        for (int i = 0; i < 2; i++) {
            Files.copy(folder.resolve("sample/images/train/train00%d.jpg".formatted(i)), bare.resolve(i + ".jpg"));
        }
        Path yaml = Files.writeString(
                folder.resolve("bare/data.yaml"), "train: images/train\nval: images/train\nnames: [circle]\n");
        TrainingJob job = job(config("bare", "data=" + yaml));
        StudioException refused = assertThrows(StudioException.class, job::run);
        assertEquals(StudioException.Kind.DATA, refused.kind());
        assertTrue(refused.getMessage().contains("has a box"), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("runs/bare")));
    }

    @Test
    void frozenPartsStayAsTheyWereAndTheOthersDoNot() throws Exception {
        RunFolder run = complete(config("frozen", "epochs=1", "freeze=backbone", "ema=false"));
        Model model = Models.create("yolo9", "t", 3);
        try (NopBackend backend = new NopBackend();
                ModelState fresh = new ModelState(backend, StepGraphs.layout(model), List.of());
                Arena arena = Arena.ofConfined()) {
            fresh.initialise(0);
            Map<String, HostTensor> trained =
                    Safetensors.read(run.last(), arena).tensors().tensors();
            int changed = 0;
            for (Parameter parameter : fresh.layout().all()) {
                float[] before = fresh.get(parameter.store(), parameter);
                float[] after = trained.get(parameter.name()).toFloats();
                if (parameter.name().startsWith("backbone.")) {
                    assertArrayEquals(before, after, parameter.name());
                } else {
                    changed += Arrays.equals(before, after) ? 0 : 1;
                }
            }
            assertTrue(changed > 100, () -> "too little was trained");
        }
    }
}
