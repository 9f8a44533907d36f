package dev.ocellus.engine.run;

/** Options of the random changes of training images. */
public final class AugmentationOptions {

    /** Last epochs without mosaic and mixup. */
    public static final Option<Integer> NO_AUG_EPOCHS = Option.named("no_aug_epochs", WholeNumber.atLeast(0), 15)
            .aliases("close_mosaic")
            .unit("epochs")
            .in(
                    Group.AUGMENTATION,
                    "Plain last epochs",
                    "Last epochs without mosaic, mixup and multi-scale; flat_cosine and yoloxwarmcos also take their end from it.")
            .declare();

    private static final Applies BEFORE_PLAIN_EPOCHS = new Applies(
            "with no_aug_epochs below epochs",
            config -> !config.has(NO_AUG_EPOCHS) || config.get(NO_AUG_EPOCHS) < config.get(OptimizationOptions.EPOCHS));

    /** Four images in one. */
    public static final Option<Double> MOSAIC_PROB = Option.named("mosaic_prob", Decimal.UNIT, 1.0)
            .aliases("mosaic")
            .in(Group.AUGMENTATION, "Mosaic", "Probability that four images are put together into one.")
            .applies(BEFORE_PLAIN_EPOCHS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    private static final Applies ON_MOSAICS = Applies.above0(MOSAIC_PROB);

    /** Two mosaics blended. */
    public static final Option<Double> MIXUP_PROB = Option.named("mixup_prob", Decimal.UNIT, 1.0)
            .aliases("mixup")
            .of(ModelFamily.YOLO9, 0.0)
            .in(Group.AUGMENTATION, "Mixup", "Probability that a mosaic is blended with another image.")
            .applies(ON_MOSAICS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Size of a mosaic's content. */
    public static final Option<NumberPair> MOSAIC_SCALE = Option.named(
                    "mosaic_scale", new NumberPairType(0.05, 10, true), new NumberPair(0.1, 2.0))
            .aliases("scale")
            .of(ModelFamily.YOLO9, new NumberPair(0.5, 1.5))
            .in(Group.AUGMENTATION, "Scale", "Range by which a mosaic is shrunk or enlarged.")
            .applies(ON_MOSAICS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Rotation. */
    public static final Option<Double> DEGREES = Option.named("degrees", new Decimal(0, 180), 10.0)
            .of(ModelFamily.YOLO9, 0.0)
            .unit("degrees")
            .in(Group.AUGMENTATION, "Rotation", "Largest rotation of a mosaic, either way.")
            .applies(ON_MOSAICS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Shift. */
    public static final Option<Double> TRANSLATE = Option.named("translate", Decimal.UNIT, 0.1)
            .in(Group.AUGMENTATION, "Shift", "Largest shift of a mosaic as a share of the image size.")
            .applies(ON_MOSAICS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Shear. */
    public static final Option<Double> SHEAR = Option.named("shear", new Decimal(0, 80), 2.0)
            .of(ModelFamily.YOLO9, 0.0)
            .unit("degrees")
            .in(Group.AUGMENTATION, "Shear", "Largest slant of a mosaic, either way.")
            .applies(ON_MOSAICS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Perspective. */
    public static final Option<Double> PERSPECTIVE = Option.named("perspective", new Decimal(0, 0.002), 0.0)
            .in(Group.AUGMENTATION, "Perspective", "Strength of a random perspective view of a mosaic.")
            .applies(ON_MOSAICS)
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Sizes at which the network is trained. */
    public static final Option<ScaleRange> MULTI_SCALE = Option.named(
                    "multi_scale", new ScaleRangeType(), ScaleRange.OFF)
            .aliases("multiscale")
            .in(
                    Group.AUGMENTATION,
                    "Multi-scale",
                    "Each batch is resized to a size drawn from a range around the image size, which comes three times as often as the"
                            + " others. on: 0.75-1.25:32, three quarters to five quarters in steps of 32 pixels.")
            .applies(BEFORE_PLAIN_EPOCHS)
            .declare();

    /** Colour. */
    public static final Option<Double> HSV_PROB = Option.named("hsv_prob", Decimal.UNIT, 1.0)
            .aliases("hsv")
            .in(
                    Group.AUGMENTATION,
                    "Colour",
                    "Probability that hue (to 5 of 180), saturation and value (to 30 of 255) are shifted.")
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Left to right. */
    public static final Option<Double> FLIP_PROB = Option.named("flip_prob", Decimal.UNIT, 0.5)
            .aliases("fliplr", "flip")
            .in(Group.AUGMENTATION, "Mirror", "Probability that left and right change places.")
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Top to bottom. */
    public static final Option<Double> FLIPUD = Option.named("flipud", Decimal.UNIT, 0.0)
            .in(Group.AUGMENTATION, "Upside down", "Probability that top and bottom change places.")
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    private AugmentationOptions() {}
}
