package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * A run that is continued: its folder, and its own configuration with the few changes that a request may make.
 *
 * @param folder where it continues to write
 * @param config its configuration; what was kept comes from {@link Source#RESUMED}
 */
public record ResumedRun(RunFolder folder, RunConfig config) {

    /** Options that change nothing of what was trained so far. */
    private static final Set<Option<?>> CHANGEABLE = Set.of(
            OptimizationOptions.EPOCHS,
            ValidationOptions.EVAL_INTERVAL,
            ValidationOptions.PATIENCE,
            DataOptions.WORKERS,
            DataOptions.CACHE,
            ComputeOptions.DEVICE,
            ComputeOptions.THREADS,
            OutputOptions.SAVE_PERIOD,
            OutputOptions.LOG_INTERVAL);

    /** Options that say which run is meant. */
    private static final Set<Option<?>> PLACE =
            Set.of(OutputOptions.PROJECT, OutputOptions.NAME, OutputOptions.EXIST_OK, OutputOptions.RESUME);

    /**
     * Finds the run that a request means: its folder, its last checkpoint, or {@code true} for the newest of that
     * project and name.
     *
     * @throws StudioException of kind USAGE if there is no such run, it is in use, it is finished, or the request
     *     changes something that would make another run of it
     */
    public static ResumedRun find(RunConfig request) throws IOException {
        RunFolder folder = folder(request);
        folder.requireIdle();
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        ConfigFile.read(folder.configFile(), builder, Source.RESUMED);
        RunConfig kept = builder.preview();
        for (Setting<?> setting : request.settings()) {
            take(setting, kept, builder);
        }
        RunConfig config = builder.build();
        requireEpochsLeft(folder, config);
        return new ResumedRun(folder, config);
    }

    private static RunFolder folder(RunConfig request) throws IOException {
        String resume = request.get(OutputOptions.RESUME);
        if (resume.equalsIgnoreCase("true")) {
            Path project = request.get(OutputOptions.PROJECT).orElse(Path.of(""));
            return RunFolder.newest(project, request.get(OutputOptions.NAME));
        }
        Path path = Path.of(resume).toAbsolutePath();
        return RunFolder.open(Files.isRegularFile(path) ? path.resolve("../..").normalize() : path);
    }

    private static <T> void take(Setting<T> asked, RunConfig kept, RunConfig.Builder builder) {
        Option<T> option = asked.option();
        if (asked.source() == Source.DEFAULT || PLACE.contains(option)) {
            return;
        }
        if (CHANGEABLE.contains(option)) {
            builder.set(option, asked.requested(), asked.source());
        } else if (!option.type()
                .plain(asked.requested())
                .equals(option.type().plain(kept.setting(option).requested()))) {
            OptionType<T> type = option.type();
            throw new StudioException(
                    StudioException.Kind.USAGE,
                    "The run was started with %s=%s; it cannot be continued with %s."
                            .formatted(
                                    option,
                                    type.format(kept.setting(option).requested()),
                                    type.format(asked.requested())),
                    "Leave out %s, or start a new run from the checkpoint with weights=PATH.".formatted(option));
        }
    }

    private static void requireEpochsLeft(RunFolder folder, RunConfig config) throws IOException {
        int epochs = config.get(OptimizationOptions.EPOCHS);
        int done = folder.epochs().isEmpty() ? 0 : folder.epochs().getLast().epoch();
        boolean completed = folder.status()
                .map(status -> status.state() == RunState.COMPLETED && status.epochs() >= epochs)
                .orElse(false);
        if (completed || done >= epochs) {
            throw new StudioException(
                    StudioException.Kind.USAGE,
                    "%s is finished after %d of %d epochs.".formatted(folder.path(), done, epochs),
                    "Add epochs=N with a larger N to train on.");
        }
    }
}
