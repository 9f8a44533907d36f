package dev.ocellus.engine.run;

/** Options of where and how a run computes. */
public final class ComputeOptions {

    /** Where the network runs. */
    public static final Option<String> DEVICE = Option.named("device", Choice.of("auto", "cpu"), "auto")
            .in(Group.COMPUTE, "Device", "Where the network runs; auto takes the fastest that works.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP, Scope.PARITY)
            .declare();

    /** Threads of the CPU backend. */
    public static final Option<Integer> THREADS = Option.named("threads", new WholeNumber(0, 1024), 0)
            .in(Group.COMPUTE, "Compute threads", "Threads of the CPU backend. 0: one for each core.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP, Scope.PARITY)
            .declare();

    /** Start of all random numbers. */
    public static final Option<Integer> SEED = Option.named("seed", WholeNumber.atLeast(0), 0)
            .in(Group.COMPUTE, "Seed", "Start of all random numbers: weights, order of images, augmentation.")
            .scopes(Scope.TRAIN, Scope.BENCH_LOADER)
            .declare();

    /** Whether the same run gives the same bits. */
    public static final Option<Boolean> DETERMINISTIC = Option.named("deterministic", new Flag(), false)
            .in(Group.COMPUTE, "Deterministic", "The same configuration gives the same weights, bit for bit.")
            .declare();

    private ComputeOptions() {}
}
