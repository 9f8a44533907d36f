package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one run: {@code train_config.yaml}, {@code run.json}, {@code status.json}, {@code metrics.jsonl},
 * {@code results.csv}, {@code train.log}, {@code summary.json} and {@code weights/}. Every file is whole at any moment.
 * One thread writes; any number of threads and processes may read.
 */
public final class RunFolder {

    private static final List<String> FILES = List.of(
            "train_config.yaml",
            "run.json",
            "status.json",
            "metrics.jsonl",
            "results.csv",
            "train.log",
            "summary.json");

    private final Path path;

    private RunFolder(Path path) {
        this.path = path;
    }

    /**
     * Makes the folder {@code project/name}; if it exists and may not be reused, the first of name2, name3, … that does
     * not. Two processes at once get different folders. A folder that is reused is freed of the files of its former run, so
     * that nothing of it passes for the new one; all else in it stays.
     *
     * @throws StudioException of kind USAGE if the name is no folder name, or the folder to be reused is in use
     */
    public static RunFolder create(Path project, String name, boolean existOk) throws IOException {
        if (!isFolderName(name)) {
            throw usage("name=%s is not a folder name.".formatted(name), "Use letters, digits, - and _.");
        }
        Files.createDirectories(project);
        for (int number = 1; ; number++) {
            Path path = project.resolve(number == 1 ? name : name + number);
            try {
                Files.createDirectory(path);
            } catch (FileAlreadyExistsException e) {
                if (!existOk) {
                    continue;
                }
                RunFolder former = new RunFolder(path);
                former.requireIdle();
                former.empty();
            }
            Files.createDirectories(path.resolve("weights"));
            return new RunFolder(path);
        }
    }

    private static boolean isFolderName(String name) {
        try {
            Path path = Path.of(name);
            return !name.isEmpty() && !name.startsWith(".") && path.getNameCount() == 1 && !path.isAbsolute();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Removes everything that a run writes, and nothing else. */
    private void empty() throws IOException {
        for (String file : FILES) {
            Files.deleteIfExists(path.resolve(file));
        }
        AtomicFile.sweep(path);
        Path weights = path.resolve("weights");
        if (Files.isDirectory(weights)) {
            AtomicFile.sweep(weights);
            try (var checkpoints = Files.newDirectoryStream(weights, "{best,last,epoch_*}.safetensors")) {
                for (Path checkpoint : checkpoints) {
                    Files.delete(checkpoint);
                }
            }
        }
    }

    /**
     * The folder of an existing run.
     *
     * @throws StudioException of kind USAGE if it holds none
     */
    public static RunFolder open(Path path) {
        if (!Files.isRegularFile(path.resolve("status.json"))) {
            throw usage(
                    "%s is not the folder of a run: it has no status.json.".formatted(path),
                    "Give the folder that holds train_config.yaml and weights.");
        }
        return new RunFolder(path);
    }

    /**
     * The run of that name, with or without a number, that was active last.
     *
     * @throws StudioException of kind USAGE if there is none
     */
    public static RunFolder newest(Path project, String name) throws IOException {
        String numbered = Pattern.quote(name) + "\\d*";
        return list(project).stream()
                .filter(run -> run.path.getFileName().toString().matches(numbered))
                .reduce((older, newer) -> newer)
                .orElseThrow(() -> usage(
                        "There is no run named %s in %s.".formatted(name, project),
                        "Give the folder of the run: resume=path/to/run."));
    }

    /** The run folders in a project folder, the newest last. Folders without a readable status are left out. */
    public static List<RunFolder> list(Path project) throws IOException {
        List<RunFolder> runs = new ArrayList<>();
        if (Files.isDirectory(project)) {
            try (var entries = Files.list(project)) {
                entries.map(RunFolder::new)
                        .filter(run -> run.status().isPresent())
                        .forEach(runs::add);
            }
        }
        runs.sort((a, b) -> a.changed().compareTo(b.changed()));
        return runs;
    }

    /**
     * Makes sure that no process works on this run.
     *
     * @throws StudioException of kind USAGE if one does
     */
    public void requireIdle() {
        Optional<RunStatus> status = status();
        if (status.isPresent() && !status.get().observed(Instant.now()).ended()) {
            throw usage(
                    "%s is in use by process %d."
                            .formatted(path, status.get().heartbeat().pid()),
                    "Stop that run first, or choose another name.");
        }
    }

    /** Where it lies. */
    public Path path() {
        return path;
    }

    /** The configuration file. */
    public Path configFile() {
        return path.resolve("train_config.yaml");
    }

    /** The checkpoint of the last finished epoch. */
    public Path last() {
        return weights("last");
    }

    /** The checkpoint of the best validated epoch. */
    public Path best() {
        return weights("best");
    }

    /** The checkpoint that is kept of an epoch, counted from 1. */
    public Path epoch(int epoch) {
        return weights("epoch_" + epoch);
    }

    private Path weights(String name) {
        return path.resolve("weights").resolve(name + ".safetensors");
    }

    /** Opens the log for more lines. */
    public RunLog openLog() throws IOException {
        return new RunLog(path.resolve("train.log"));
    }

    /** The log's file. */
    public Path logFile() {
        return path.resolve("train.log");
    }

    /** Replaces status.json. */
    public void writeStatus(RunStatus status) throws IOException {
        AtomicFile.write(path.resolve("status.json"), Json.indented(status.plain()));
    }

    /** What status.json says; nothing if there is none or it cannot be read. */
    public Optional<RunStatus> status() {
        try {
            return Optional.of(RunStatus.of(Json.object(Files.readString(path.resolve("status.json")))));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Writes the configuration and the record of where the run comes from; a continued run keeps its former record. */
    public void writeRecord(RunRecord record) throws IOException {
        ConfigFile.write(configFile(), record.config());
        Path file = path.resolve("run.json");
        Map<String, @Nullable Object> plain = record.plain();
        if (record.resumedFrom() > 0 && Files.exists(file)) {
            plain.put("before", former(file));
        }
        AtomicFile.write(file, Json.indented(plain));
    }

    /** An earlier record, or its text if it is damaged. */
    private static Object former(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        try {
            return Json.object(text);
        } catch (IllegalArgumentException damaged) {
            return text;
        }
    }

    /** Adds an epoch to metrics.jsonl and results.csv. */
    public void append(EpochRow row) throws IOException {
        MetricsLog.append(metricsFile(), row);
        ResultsTable.write(path.resolve("results.csv"), epochs());
    }

    /** Forgets all epochs after {@code epoch}, and half-written files, before a run is continued from there. */
    public void trim(int epoch) throws IOException {
        AtomicFile.sweep(path);
        AtomicFile.sweep(path.resolve("weights"));
        List<EpochRow> kept =
                epochs().stream().filter(row -> row.epoch() <= epoch).toList();
        MetricsLog.replace(metricsFile(), kept);
        ResultsTable.write(path.resolve("results.csv"), kept);
    }

    /** The finished epochs. */
    public List<EpochRow> epochs() throws IOException {
        return MetricsLog.read(metricsFile());
    }

    private Path metricsFile() {
        return path.resolve("metrics.jsonl");
    }

    /** Writes summary.json. */
    public void writeSummary(Map<String, ? extends @Nullable Object> summary) throws IOException {
        AtomicFile.write(path.resolve("summary.json"), Json.indented(summary));
    }

    private static StudioException usage(String message, String cure) {
        return new StudioException(StudioException.Kind.USAGE, message, cure);
    }

    private Instant changed() {
        return status().map(status -> status.heartbeat().updated()).orElse(Instant.EPOCH);
    }
}
