package dev.ocellus.engine.run;

import java.util.List;
import java.util.Map;

/** Options of the length of a run, the optimizer, its schedule and the averaged model. */
public final class OptimizationOptions {

    /** Passes over the training images. */
    public static final Option<Integer> EPOCHS = Option.named("epochs", WholeNumber.atLeast(1), 300)
            .in(Group.OPTIMIZATION, "Epochs", "Passes over the training images.")
            .declare();

    /** Rule by which gradients change weights. */
    public static final Option<String> OPTIMIZER = Option.named("optimizer", Choice.of("sgd", "adam", "adamw"), "sgd")
            .in(Group.OPTIMIZATION, "Optimizer", "Rule by which gradients change the weights.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** Highest learning rate. */
    public static final Option<Double> LR0 = Option.named("lr0", new Decimal(0, 10), 0.01)
            .aliases("lr", "learning_rate")
            .in(
                    Group.OPTIMIZATION,
                    "Learning rate",
                    "Learning rate after the warm-up. It is used as given, whatever the batch.")
            .declare();

    /** Momentum of SGD. */
    public static final Option<Double> MOMENTUM = Option.named("momentum", Decimal.UNIT, 0.937)
            .in(Group.OPTIMIZATION, "Momentum", "Share of the last change that is kept.")
            .applies(Applies.with(OPTIMIZER, List.of("sgd")))
            .declare();

    /** Nesterov's form of momentum. */
    public static final Option<Boolean> NESTEROV = Option.named("nesterov", new Flag(), true)
            .in(Group.OPTIMIZATION, "Nesterov", "Look ahead along the momentum.")
            .applies(Applies.with(OPTIMIZER, List.of("sgd")))
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** Decay rates of Adam's two averages. */
    public static final Option<NumberPair> BETAS = Option.named(
                    "betas", new NumberPairType(0, 0.999999, false), new NumberPair(0.9, 0.999))
            .in(Group.OPTIMIZATION, "Betas", "Decay of the averages of gradient and squared gradient.")
            .applies(Applies.with(OPTIMIZER, List.of("adam", "adamw")))
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** Pull of weights towards zero. */
    public static final Option<Double> WEIGHT_DECAY = Option.named("weight_decay", Decimal.UNIT, 5e-4)
            .aliases("wd")
            .in(
                    Group.OPTIMIZATION,
                    "Weight decay",
                    "Pull of convolution and linear weights towards zero. Biases and normalization have none.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** Course of the learning rate. */
    public static final Option<String> SCHEDULER = Option.named(
                    "scheduler",
                    new Choice(
                            List.of("linear", "cos", "flat_cosine", "constant", "yoloxwarmcos"),
                            Map.of("cosine", "cos", "warmcos", "cos")),
                    "yoloxwarmcos")
            .aliases("lr_scheduler")
            .of(ModelFamily.YOLO9, "linear")
            .in(Group.OPTIMIZATION, "Schedule", "Course of the learning rate after the warm-up.")
            .declare();

    /** Length of the warm-up. */
    public static final Option<Integer> WARMUP_EPOCHS = Option.named("warmup_epochs", WholeNumber.atLeast(0), 5)
            .of(ModelFamily.YOLO9, 3)
            .unit("epochs")
            .in(Group.OPTIMIZATION, "Warm-up", "Epochs in which the learning rate rises to its full height.")
            .declare();

    /** Learning rate of the first step. */
    public static final Option<Double> WARMUP_LR_START = Option.named("warmup_lr_start", new Decimal(0, 10), 0.0)
            .of(ModelFamily.YOLO9, 1e-4)
            .in(Group.OPTIMIZATION, "Warm-up start", "Learning rate of the first step.")
            .applies(Applies.above0(WARMUP_EPOCHS))
            .declare();

    /** Momentum of the first step. */
    public static final Option<Double> WARMUP_MOMENTUM = Option.named("warmup_momentum", Decimal.UNIT, 0.8)
            .in(Group.OPTIMIZATION, "Warm-up momentum", "Momentum of the first step; it rises with the learning rate.")
            .applies(new Applies(
                    "with optimizer=sgd and a warm-up",
                    config -> config.get(OPTIMIZER).equals("sgd") && config.get(WARMUP_EPOCHS) > 0))
            .declare();

    /** Last learning rate as a share of the highest. */
    public static final Option<Double> MIN_LR_RATIO = Option.named("min_lr_ratio", Decimal.UNIT, 0.05)
            .of(ModelFamily.YOLO9, 0.01)
            .in(Group.OPTIMIZATION, "Final ratio", "Last learning rate as a share of lr0.")
            .applies(Applies.with(SCHEDULER, List.of("linear", "cos", "flat_cosine", "yoloxwarmcos")))
            .declare();

    /** Largest gradient norm. */
    public static final Option<Double> CLIP_MAX_NORM = Option.named("clip_max_norm", Decimal.atLeast(0), 0.0)
            .aliases("clip", "clip_grad")
            .of(ModelFamily.YOLO9, 10.0)
            .in(
                    Group.OPTIMIZATION,
                    "Gradient clipping",
                    "Gradients with a larger norm over all parameters are scaled down to it. 0: no clipping.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** Whether an averaged copy of the model is kept. */
    public static final Option<Boolean> EMA = Option.named("ema", new Flag(), true)
            .in(
                    Group.OPTIMIZATION,
                    "Averaged model",
                    "Keep a moving average of the weights; it is what validation measures and what is saved.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** How slowly the average follows. */
    public static final Option<Double> EMA_DECAY = Option.named("ema_decay", Decimal.UNIT, 0.9998)
            .of(ModelFamily.YOLO9, 0.9999)
            .in(
                    Group.OPTIMIZATION,
                    "Average decay",
                    "Share of the average kept at each update, times 1 - exp(-updates / 2000) at the start.")
            .applies(Applies.with(EMA, List.of(true)))
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    private OptimizationOptions() {}
}
