package dev.ocellus.engine.run;

import java.util.List;
import java.util.Map;

/** Options of where and how a run computes. */
public final class ComputeOptions {

    /** Where the network runs. */
    public static final Option<String> DEVICE = Option.named(
                    "device",
                    new Choice(
                            List.of(
                                    "auto", "cpu", "cuda", "cuda:1", "cuda:2", "cuda:3", "cuda:4", "cuda:5", "cuda:6",
                                    "cuda:7"),
                            Map.of("cuda:0", "cuda", "gpu", "cuda")),
                    "auto")
            .in(
                    Group.COMPUTE,
                    "Device",
                    "Where the network runs; auto takes the fastest that works. cuda is the first NVIDIA GPU, cuda:1 the second.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP, Scope.PARITY)
            .declare();

    /** Threads of the CPU backend. */
    public static final Option<Integer> THREADS = Option.named("threads", new WholeNumber(0, 1024), 0)
            .in(Group.COMPUTE, "Compute threads", "Threads of the CPU backend. 0: one for each core.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP, Scope.PARITY)
            .declare();

    /** Whether a GPU computes in half precision. */
    public static final Option<Boolean> AMP = Option.named("amp", new Flag(), true)
            .in(
                    Group.COMPUTE,
                    "Mixed precision",
                    "A GPU computes the network in half precision; weights, loss and updates stay float32.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP, Scope.PARITY)
            .of(Scope.PARITY, false)
            .declare();

    /** Which type mixed precision uses. */
    public static final Option<String> AMP_DTYPE = Option.named(
                    "amp_dtype",
                    new Choice(List.of("auto", "float16", "bfloat16"), Map.of("fp16", "float16", "bf16", "bfloat16")),
                    "float16")
            .in(
                    Group.COMPUTE,
                    "Half type",
                    "float16 has more digits and needs loss scaling; bfloat16 has float32's range. auto takes float16.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP, Scope.PARITY)
            .applies(Applies.with(AMP, List.of(true)))
            .declare();

    /** How much of a step is recorded and replayed. */
    public static final Option<String> CUDA_GRAPH = Option.named(
                    "cuda_graph",
                    new Choice(
                            List.of("auto", "off", "network", "step"),
                            Map.of("true", "auto", "on", "auto", "false", "off", "none", "off")),
                    "auto")
            .in(
                    Group.COMPUTE,
                    "CUDA graph",
                    "What a GPU records once and then starts as a whole: the network, or the whole step with loss and update. auto"
                            + " takes the most that works.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** Whether a GPU may round the operands of float32 convolutions. */
    public static final Option<Boolean> TF32 = Option.named("tf32", new Flag(), true)
            .in(
                    Group.COMPUTE,
                    "TF32",
                    "A GPU may round the operands of float32 convolutions to 11 bits, which is several times faster.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP)
            .declare();

    /** Whether the plans of convolutions are chosen by timing them. */
    public static final Option<Boolean> CUDNN_BENCHMARK = Option.named("cudnn_benchmark", new Flag(), true)
            .in(
                    Group.COMPUTE,
                    "Time cuDNN's plans",
                    "A GPU times the ways to compute each convolution once and keeps the fastest on disk; otherwise it takes the"
                            + " first that cuDNN proposes.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP)
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
