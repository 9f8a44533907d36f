package dev.ocellus.app.services;

import dev.ocellus.engine.run.ConfigFile;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunStatus;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads, and on request deletes, the folders of runs in the background. */
public final class RunsService {

    private static final int LOG_LINES = 2_000;

    private final Tasks tasks;

    public RunsService(Tasks tasks) {
        this.tasks = tasks;
    }

    /** Lists the runs of a project folder, the latest first. */
    public void list(Path project, Consumer<List<RunSummary>> done, Consumer<Throwable> failed) {
        tasks.run(() -> list(project), done, failed);
    }

    /** Reads what a run has left. */
    public void history(RunSummary run, Consumer<RunHistory> done, Consumer<Throwable> failed) {
        tasks.run(() -> history(run), done, failed);
    }

    /** Reads the configuration that continues a run. */
    public void resumption(RunSummary run, Consumer<RunConfig> done, Consumer<Throwable> failed) {
        tasks.run(() -> resumption(run.folder()), done, failed);
    }

    /** Deletes the folder of a run, unless a process works on it. */
    public void delete(RunSummary run, Runnable done, Consumer<Throwable> failed) {
        tasks.run(
                () -> {
                    RunFolder.open(run.folder()).requireIdle();
                    delete(run.folder());
                    return run;
                },
                deleted -> done.run(),
                failed);
    }

    private static List<RunSummary> list(Path project) throws IOException {
        List<RunSummary> runs = new ArrayList<>();
        for (RunFolder folder : RunFolder.list(project)) {
            runs.add(summary(folder));
        }
        Collections.reverse(runs);
        return runs;
    }

    private static RunSummary summary(RunFolder folder) throws IOException {
        RunStatus status = folder.status().orElseThrow(() -> new IOException("no status in " + folder.path()));
        List<EpochRow> rows = folder.epochs();
        List<EpochRow.Watched> watched =
                rows.stream().flatMap(row -> Stream.ofNullable(row.watched())).toList();
        RunConfig config = config(folder).preview();
        return new RunSummary(
                folder.path(),
                status.observed(Instant.now()),
                config.get(DataOptions.DATA).map(RunsService::datasetName).orElse(""),
                config.get(ModelOptions.MODEL),
                status.epoch(),
                status.epochs(),
                watched.isEmpty() ? "" : shortName(watched.getFirst().name()),
                status.best(),
                watched.stream().map(EpochRow.Watched::value).toList(),
                Duration.ofMillis(rows.isEmpty() ? 0 : (long) (rows.getLast().seconds() * 1000)),
                status.heartbeat().updated());
    }

    private static RunHistory history(RunSummary run) throws IOException {
        RunFolder folder = RunFolder.open(run.folder());
        List<String> log = Files.exists(folder.logFile()) ? Files.readAllLines(folder.logFile()) : List.of();
        return new RunHistory(
                summary(folder), folder.epochs(), log.subList(Math.max(0, log.size() - LOG_LINES), log.size()));
    }

    private static RunConfig resumption(Path folder) {
        return config(RunFolder.open(folder))
                .set(OutputOptions.RESUME, folder.toString(), Source.FORM)
                .build();
    }

    private static RunConfig.Builder config(RunFolder folder) {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        if (Files.exists(folder.configFile())) {
            ConfigFile.read(folder.configFile(), builder, Source.RESUMED);
        }
        return builder;
    }

    /** A description is called like the folder it lies in. */
    private static String datasetName(Path source) {
        Path name = source.getFileName();
        boolean description =
                name.toString().endsWith(".yaml") || name.toString().endsWith(".yml");
        Path parent = source.getParent();
        return description && parent != null && parent.getFileName() != null
                ? parent.getFileName().toString()
                : name.toString();
    }

    private static String shortName(String metric) {
        return metric.substring(metric.lastIndexOf('/') + 1);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
