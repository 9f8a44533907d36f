package dev.ocellus.engine.run;

import java.nio.file.Path;
import java.util.Optional;

/** Options of what a run writes and where. */
public final class OutputOptions {

    /** Folder of runs. */
    public static final Option<Optional<Path>> PROJECT = Option.named(
                    "project", new FilePath("a folder"), Optional.of(Path.of("runs", "train")))
            .in(Group.OUTPUT, "Project folder", "Folder in which runs are kept.")
            .declare();

    /** Name of the run's folder. */
    public static final Option<String> NAME = Option.named("name", new Text("a folder name", "NAME"), "exp")
            .of(ModelFamily.YOLO9, "yolo9_exp")
            .in(Group.OUTPUT, "Run name", "Name of the run's folder; 2, 3, … is added when it exists.")
            .declare();

    /** Whether an existing folder may be written to. */
    public static final Option<Boolean> EXIST_OK = Option.named("exist_ok", new Flag(), false)
            .in(Group.OUTPUT, "Reuse folder", "Write into the folder of that name even if it exists.")
            .declare();

    /** Run to continue. */
    public static final Option<String> RESUME = Option.named(
                    "resume", new Text("true or a run folder", "true|FOLDER"), "")
            .in(
                    Group.OUTPUT,
                    "Continue",
                    "Continue a stopped run: its folder, or true for the newest of that project and name.")
            .declare();

    /** Epochs between extra checkpoints. */
    public static final Option<Integer> SAVE_PERIOD = Option.named("save_period", WholeNumber.atLeast(0), 10)
            .unit("epochs")
            .in(Group.OUTPUT, "Keep every", "Epochs between checkpoints that are kept beside last and best. 0: none.")
            .declare();

    /** Steps between log lines. */
    public static final Option<Integer> LOG_INTERVAL = Option.named("log_interval", WholeNumber.atLeast(1), 10)
            .unit("steps")
            .in(Group.OUTPUT, "Log every", "Steps between lines of the log.")
            .declare();

    private OutputOptions() {}
}
