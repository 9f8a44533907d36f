package dev.ocellus.engine.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options of the dataset and its loading. */
public final class DataOptions {

    /** The dataset. */
    public static final Option<Optional<Path>> DATA = Option.named(
                    "data", new FilePath("a data.yaml or a folder"), Optional.<Path>empty())
            .in(Group.DATA, "Dataset", "A data.yaml in YOLO format, or the folder that holds one.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.DOCTOR, Scope.BENCH_LOADER)
            .declare();

    /** Images a step. */
    public static final Option<Integer> BATCH = Option.named("batch", new WholeNumber(1, 1024), 16)
            .aliases("batch_size")
            .unit("images")
            .in(Group.DATA, "Batch", "Images in one step.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.BENCH_STEP, Scope.BENCH_LOADER)
            .declare();

    /** Nominal batch of gradient accumulation. */
    public static final Option<Integer> NBS = Option.named("nbs", new WholeNumber(0, 65_536), 0)
            .aliases("nominal_batch_size")
            .unit("images")
            .in(
                    Group.DATA,
                    "Nominal batch",
                    "Gradients of round(nbs / batch) batches are summed before the weights change. 0: after each.")
            .declare();

    /** Threads that decode and change images. */
    public static final Option<Integer> WORKERS = Option.named("workers", new WholeNumber(1, 256), 4)
            .of(ModelFamily.YOLO9, 8)
            .in(Group.DATA, "Loader threads", "Threads that read and augment images while the network computes.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.BENCH_LOADER)
            .declare();

    /** Where decoded images are kept. */
    public static final Option<String> CACHE = Option.named(
                    "cache",
                    new Choice(
                            List.of("off", "ram", "disk"),
                            Map.of("false", "off", "none", "off", "no", "off", "true", "ram", "yes", "ram")),
                    "off")
            .in(
                    Group.DATA,
                    "Image cache",
                    "Keep decoded images in memory (ram) or in files beside the dataset (disk), so that each is"
                            + " decoded once.")
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Most boxes an image. */
    public static final Option<Integer> MAX_LABELS = Option.named("max_labels", new WholeNumber(1, 8192), 50)
            .of(ModelFamily.YOLO9, 300)
            .unit("boxes")
            .in(
                    Group.DATA,
                    "Boxes an image",
                    "Room for boxes in one training image. What does not fit is left out and counted in the log.")
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    private DataOptions() {}
}
