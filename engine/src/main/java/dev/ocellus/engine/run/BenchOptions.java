package dev.ocellus.engine.run;

/** Options of timing a part of the engine. */
public final class BenchOptions {

    /** Steps that are measured. */
    public static final Option<Integer> STEPS = Option.named("steps", new WholeNumber(1, 100_000), 20)
            .unit("steps")
            .in(Group.BENCH, "Steps", "Steps that are timed; as many follow in which every phase is timed.")
            .scopes(Scope.BENCH_STEP)
            .declare();

    /** Steps before the measured ones. */
    public static final Option<Integer> WARMUP_STEPS = Option.named("warmup_steps", new WholeNumber(0, 100_000), 5)
            .unit("steps")
            .in(Group.BENCH, "Warm-up steps", "Steps before the timed ones; the Java compiler does its work in them.")
            .scopes(Scope.BENCH_STEP)
            .declare();

    /** Classes of the made-up dataset. */
    public static final Option<Integer> CLASSES = Option.named("classes", new WholeNumber(1, 100_000), 80)
            .in(Group.BENCH, "Classes", "Classes that the network tells apart.")
            .scopes(Scope.BENCH_STEP)
            .declare();

    /** Batches that are measured. */
    public static final Option<Integer> BATCHES = Option.named("batches", new WholeNumber(1, 1_000_000), 50)
            .unit("batches")
            .in(Group.BENCH, "Batches", "Batches that are timed; with a cache, a whole epoch before fills it.")
            .scopes(Scope.BENCH_LOADER)
            .declare();

    private BenchOptions() {}
}
