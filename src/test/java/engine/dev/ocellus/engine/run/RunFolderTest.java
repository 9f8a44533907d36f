package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

    @TempDir
    Path project;

    private static EpochRow trained(int epoch) {
        return new EpochRow(epoch, epoch * 1.5, 3.25, Map.of("box", 1.0), null, null, Map.of(), Map.of("group0", 0.01));
    }

    private static EpochRow validated(int epoch, double map, EpochRow.Best best) {
        return new EpochRow(
                epoch,
                epoch * 1.5,
                3.25,
                Map.of("box", 1.0),
                new EpochRow.Watched("metrics/mAP50-95", map),
                best,
                Map.of("metrics/mAP50-95", map),
                Map.of("group0", 0.01));
    }

    private static EpochRow.Best best(double value, int epoch) {
        return new EpochRow.Best("metrics/mAP50-95", value, epoch);
    }

    @Test
    void anExistingNameGetsTheNextNumber() throws IOException {
        assertEquals(
                project.resolve("exp"), RunFolder.create(project, "exp", false).path());
        assertEquals(
                project.resolve("exp2"), RunFolder.create(project, "exp", false).path());
        assertEquals(
                project.resolve("exp3"), RunFolder.create(project, "exp", false).path());
        assertEquals(
                project.resolve("exp"), RunFolder.create(project, "exp", true).path());
        assertTrue(Files.isDirectory(project.resolve("exp3/weights")));
    }

    @Test
    void aFolderInUseIsNotReused() throws IOException {
        RunFolder.create(project, "exp", false).writeStatus(RunStatus.created(3));
        StudioException e = assertThrows(StudioException.class, () -> RunFolder.create(project, "exp", true));
        assertTrue(
                e.getMessage()
                        .contains("in use by process " + ProcessHandle.current().pid()),
                e.getMessage());
    }

    @Test
    void aNameThatLeadsElsewhereIsRefused() {
        for (String name : List.of("", "..", "a/b", "/tmp/x", ".hidden", "a\0b")) {
            assertThrows(StudioException.class, () -> RunFolder.create(project, name, false), name);
        }
    }

    @Test
    void theStatusReadsBackAsWritten() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        RunStatus status = new RunStatus(
                RunState.RUNNING, Heartbeat.now(), 3, 10, 0.35, 120.5, Map.of("metrics/mAP50", 0.25), 0.5, 2, "");
        run.writeStatus(status);
        assertEquals(Optional.of(status), run.status());
        assertEquals(RunState.RUNNING, status.observed(Instant.now()));
        run.writeStatus(RunStatus.created(10));
        assertTrue(Double.isNaN(run.status().orElseThrow().etaSeconds()));
    }

    @Test
    void theStatusKeepsTheLastValidationAcrossEpochsWithoutOne() {
        RunStatus status = RunStatus.created(3)
                .after(validated(1, 0.5, best(0.5, 1)), 0.3, 20)
                .after(new EpochRow(2, 3, 1, Map.of(), null, best(0.5, 1), Map.of(), Map.of()), 0.6, 10)
                .at(0.7, 5)
                .planned(9);
        assertEquals(Map.of("metrics/mAP50-95", 0.5), status.metrics());
        assertEquals(2, status.epoch());
        assertEquals(0.5, status.best());
        assertEquals(1, status.bestEpoch());
        assertEquals(0.7, status.progress());
        assertEquals(5, status.etaSeconds());
        assertEquals(9, status.epochs());
    }

    @Test
    void aRunWhoseProcessIsGoneWasInterrupted() {
        Heartbeat mine = Heartbeat.now();
        Heartbeat reused =
                new Heartbeat(mine.host(), mine.pid(), mine.processStart().minusSeconds(60), mine.updated());
        assertEquals(RunState.INTERRUPTED, running(reused).observed(Instant.now()));
        assertEquals(RunState.RUNNING, running(mine).observed(Instant.now()));
    }

    @Test
    void aRunOnAnotherMachineIsTakenForDeadAfterLongSilence() {
        Instant now = Instant.now();
        Heartbeat far = new Heartbeat("another machine", 1, Instant.EPOCH, now);
        assertEquals(RunState.RUNNING, running(far).observed(now));
        assertEquals(RunState.INTERRUPTED, running(far).observed(now.plus(Duration.ofMinutes(6))));
    }

    @Test
    void anEndedRunStaysAsItEnded() {
        Heartbeat dead = new Heartbeat("another machine", 1, Instant.EPOCH, Instant.EPOCH);
        assertEquals(
                RunState.COMPLETED, running(dead).in(RunState.COMPLETED, "").observed(Instant.now()));
    }

    private static RunStatus running(Heartbeat heartbeat) {
        return new RunStatus(RunState.RUNNING, heartbeat, 0, 10, 0, Double.NaN, Map.of(), Double.NaN, 0, "");
    }

    @Test
    void theTableGetsWiderWhenAnEpochBringsNewColumns() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        run.append(trained(1));
        run.append(validated(2, 0.5, best(0.5, 2)));
        run.append(validated(3, Double.NaN, best(0.5, 2)));
        assertEquals("""
            epoch,time,train/loss,validated,is_best,current_metric,current_metric_name,best_metric,\
            best_metric_name,best_epoch,train/box_loss,metrics/mAP50-95,lr/group0
            1,1.5,3.25,0,0,,,,,,1,,0.01
            2,3,3.25,1,1,0.5,metrics/mAP50-95,0.5,metrics/mAP50-95,2,1,0.5,0.01
            3,4.5,3.25,1,0,,metrics/mAP50-95,0.5,metrics/mAP50-95,2,1,,0.01
            """, Files.readString(run.path().resolve("results.csv")));
    }

    @Test
    void theLogReadsTheSameInEveryCountry() {
        Locale before = Locale.getDefault(Locale.Category.FORMAT);
        Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("pt-BR"));
        try {
            assertEquals(
                    "epoch 2/9  loss 3.2500  box 1.000  mAP50-95 0.5000  best so far",
                    validated(2, 0.5, best(0.5, 2)).summary(9));
        } finally {
            Locale.setDefault(Locale.Category.FORMAT, before);
        }
    }

    @Test
    void theEpochsReadBackAsWritten() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        List<EpochRow> rows = List.of(trained(1), validated(2, 0.5, best(0.5, 2)));
        for (EpochRow row : rows) {
            run.append(row);
        }
        assertEquals(rows, run.epochs());
    }

    @Test
    void aContinuedRunForgetsTheEpochsAfterItsCheckpoint() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        for (int epoch = 1; epoch <= 4; epoch++) {
            run.append(trained(epoch));
        }
        Files.writeString(run.path().resolve("metrics.jsonl"), "{\"epoch\": 5, \"ti", StandardOpenOption.APPEND);
        Path half = Files.createFile(run.path().resolve("weights/last.safetensors.1.part"));
        run.trim(2);
        assertFalse(Files.exists(half));
        run.append(trained(3));
        assertEquals(List.of(trained(1), trained(2), trained(3)), run.epochs());
        assertEquals(4, Files.readAllLines(run.path().resolve("results.csv")).size());
    }

    @Test
    void aLineTornInTheMiddleOfALetterLosesNothingElse() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        run.append(trained(1));
        byte[] torn = "{\"epoch\": 2, \"é".getBytes(StandardCharsets.UTF_8);
        Path metrics = run.path().resolve("metrics.jsonl");
        Files.write(metrics, Arrays.copyOf(torn, torn.length - 1), StandardOpenOption.APPEND);
        assertEquals(List.of(trained(1)), run.epochs());
        run.append(trained(2));
        assertEquals(List.of(trained(1), trained(2)), run.epochs());
    }

    @Test
    void aReusedFolderShowsNothingOfItsFormerRun() throws IOException {
        RunFolder former = RunFolder.create(project, "exp", false);
        former.append(trained(1));
        for (Path file : List.of(former.best(), former.last(), former.epoch(7))) {
            Files.writeString(file, "weights");
        }
        Files.writeString(former.path().resolve("weights/last.safetensors.1-2.part"), "half");
        Path notes = Files.writeString(former.path().resolve("notes.txt"), "mine");
        Path own = Files.writeString(former.path().resolve("weights/mine.safetensors"), "mine");
        RunFolder run = RunFolder.create(project, "exp", true);
        assertEquals(List.of(), run.epochs());
        try (var files = Files.walk(run.path())) {
            assertEquals(Set.of(notes, own), files.filter(Files::isRegularFile).collect(Collectors.toSet()));
        }
    }

    @Test
    void twoThreadsMayReplaceOneFile() throws Exception {
        Path file = project.resolve("x.json");
        List<FutureTask<Void>> writers = new ArrayList<>();
        for (String text : List.of("one", "two")) {
            FutureTask<Void> writer = new FutureTask<>(() -> {
                for (int i = 0; i < 50; i++) {
                    AtomicFile.write(file, text);
                }
                return null;
            });
            writers.add(writer);
            Thread.ofVirtual().start(writer);
        }
        for (FutureTask<Void> writer : writers) {
            writer.get();
        }
        assertTrue(List.of("one", "two").contains(Files.readString(file)));
    }

    @Test
    void aDamagedRecordDoesNotStopAContinuedRun() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        Files.writeString(run.path().resolve("run.json"), "{\"started\": ");
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set("data", "d.yaml", Source.COMMAND_LINE)
                .build();
        run.writeRecord(new RunRecord(Instant.EPOCH, 1, List.of("train"), config, Map.of(), Map.of()));
        Map<String, Object> record = Json.object(Files.readString(run.path().resolve("run.json")));
        assertEquals("{\"started\": ", record.get("before"));
    }

    @Test
    void aFailedWriteLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = project.resolve("x.json");
        AtomicFile.write(file, "old");
        assertThrows(
                IOException.class,
                () -> AtomicFile.replace(file, part -> {
                    Files.writeString(part, "half");
                    throw new IOException("disk full");
                }));
        assertEquals("old", Files.readString(file));
        try (var entries = Files.list(project)) {
            assertEquals(List.of(file), entries.toList());
        }
    }

    @Test
    void theNewestRunOfANameIsFoundWithItsNumber() throws IOException {
        for (String name : List.of("exp", "exp2", "export")) {
            RunFolder run = RunFolder.create(project, name, false);
            Instant time = Instant.parse(name.equals("exp2") ? "2026-01-02T00:00:00Z" : "2026-01-01T00:00:00Z");
            Heartbeat now = Heartbeat.now();
            run.writeStatus(running(new Heartbeat(now.host(), now.pid(), now.processStart(), time)));
        }
        assertEquals(project.resolve("exp2"), RunFolder.newest(project, "exp").path());
        assertThrows(StudioException.class, () -> RunFolder.newest(project, "other"));
        assertEquals(3, RunFolder.list(project).size());
        assertEquals(List.of(), RunFolder.list(project.resolve("none")));
    }

    @Test
    void aFolderThatHoldsNoRunIsNotOpened() {
        assertThrows(StudioException.class, () -> RunFolder.open(project));
    }

    @Test
    void theRecordOfAContinuedRunKeepsTheFormerOne() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set("data", "d.yaml", Source.COMMAND_LINE)
                .set("epochs", "2", Source.COMMAND_LINE)
                .build();
        List<String> command = List.of("train", "data=d.yaml");
        run.writeRecord(new RunRecord(Instant.EPOCH, 0, command, config, Map.of("hash", "ab"), Map.of("cores", 2)));
        run.writeRecord(new RunRecord(Instant.EPOCH, 1, command, config, Map.of("hash", "ab"), Map.of("cores", 4)));
        Map<String, Object> record = Json.object(Files.readString(run.path().resolve("run.json")));
        assertEquals(Map.of("cores", 4L), record.get("machine"));
        assertEquals(Map.of("cores", 2L), ((Map<?, ?>) record.get("before")).get("machine"));
        Map<?, ?> warmup = (Map<?, ?>) ((Map<?, ?>) record.get("config")).get("warmup_epochs");
        assertEquals(3L, warmup.get("requested"));
        assertEquals(2L, warmup.get("effective"));
        assertEquals("the run has 2 epochs", warmup.get("why"));
        assertFalse(record.containsKey("error"));
    }

    @Test
    void theLogGrows() throws IOException {
        RunFolder run = RunFolder.create(project, "exp", false);
        for (int i = 0; i < 2; i++) {
            try (RunLog log = run.openLog()) {
                log.line("hello");
            }
        }
        List<String> lines = Files.readAllLines(run.logFile());
        assertEquals(2, lines.size());
        assertTrue(lines.getLast().endsWith("  hello"));
    }
}
