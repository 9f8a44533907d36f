package dev.ocellus.engine.run;

import java.nio.file.Path;
import java.util.Optional;

/** Options of measuring and predicting. */
public final class ValidationOptions {

    /** Images to look at. */
    public static final Option<Optional<Path>> SOURCE = Option.named(
                    "source", new FilePath("an image or a folder of images"), Optional.<Path>empty())
            .in(Group.DATA, "Source", "An image or a folder of images.")
            .scopes(Scope.PREDICT)
            .declare();

    /** Which part of the dataset is measured. */
    public static final Option<String> SPLIT = Option.named("split", Choice.of("train", "val", "test"), "val")
            .in(Group.DATA, "Split", "Part of the dataset that is measured.")
            .scopes(Scope.VAL)
            .declare();

    /** Epochs between validations. */
    public static final Option<Integer> EVAL_INTERVAL = Option.named("eval_interval", WholeNumber.atLeast(0), 10)
            .of(ModelFamily.YOLO9, 1)
            .unit("epochs")
            .in(
                    Group.VALIDATION,
                    "Validate every",
                    "Epochs between validations; the last epoch is always validated. 0: never. Every epoch by"
                            + " default, since a validation costs little beside an epoch.")
            .declare();

    private static final Applies WHEN_VALIDATING = new Applies(
            "with eval_interval above 0", config -> !config.has(EVAL_INTERVAL) || config.get(EVAL_INTERVAL) > 0);

    /** Least confidence. */
    public static final Option<Double> CONF = Option.named("conf", Decimal.UNIT, 0.001)
            .aliases("conf_thres")
            .of(Scope.PREDICT, 0.25)
            .in(Group.VALIDATION, "Confidence", "Predictions below this confidence are left out.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT)
            .applies(WHEN_VALIDATING)
            .declare();

    /** Overlap from which two predictions are one. */
    public static final Option<Double> IOU = Option.named("iou", Decimal.UNIT, 0.65)
            .aliases("iou_thres")
            .of(Scope.VAL, 0.6)
            .of(Scope.PREDICT, 0.45)
            .in(
                    Group.VALIDATION,
                    "Overlap",
                    "Of two predictions of a class that overlap more than this (intersection over union), the weaker"
                            + " is left out.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT)
            .applies(WHEN_VALIDATING)
            .declare();

    /** Most predictions an image. */
    public static final Option<Integer> MAX_DET = Option.named("max_det", new WholeNumber(1, 30_000), 300)
            .in(Group.VALIDATION, "Predictions an image", "Most predictions kept for one image.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT)
            .applies(WHEN_VALIDATING)
            .declare();

    /** Epochs without progress before the run ends. */
    public static final Option<Integer> PATIENCE = Option.named("patience", WholeNumber.atLeast(0), 50)
            .unit("epochs")
            .in(
                    Group.VALIDATION,
                    "Patience",
                    "The run ends early when this many epochs brought no better mAP50-95. 0: never.")
            .applies(WHEN_VALIDATING)
            .declare();

    private ValidationOptions() {}
}
