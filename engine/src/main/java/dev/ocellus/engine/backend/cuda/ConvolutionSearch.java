package dev.ocellus.engine.backend.cuda;

import static jcuda.jcudnn.cudnnBackendAttributeName.*;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_CONVOLUTION_MODE;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_DATA_TYPE;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_HEUR_MODE;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_NUMERICAL_NOTE;
import static jcuda.jcudnn.cudnnBackendDescriptorType.*;
import static jcuda.jcudnn.cudnnBackendNumericalNote.CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS;
import static jcuda.jcudnn.cudnnBackendNumericalNote.CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC;
import static jcuda.jcudnn.cudnnBackendNumericalNote.CUDNN_NUMERICAL_NOTE_TENSOR_CORE;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds plans for convolutions: takes cuDNN's heuristic choices, leaves out what is not reproducible, times the rest on the device
 * and keeps the fastest for each task, also for the processes that follow. Used by the thread of its context.
 */
final class ConvolutionSearch implements AutoCloseable {
    /** Names of the three tensors in an operation. */
    static final long X = 'x';

    static final long W = 'w';
    static final long Y = 'y';

    private static final int CHOICES = 10;
    private static final int HEURISTIC_INSTANT = 0;
    private static final int HEURISTIC_FALLBACK = 2;
    private static final int CROSS_CORRELATION = 1;
    private static final int REPEATS = 12;

    private final Cudnn cudnn;
    private final CudaContext context;
    private final CudaSettings settings;
    private final KernelCache cache;
    private final List<CudnnDescriptor> kept = new ArrayList<>();
    private final Map<ConvolutionTask, Optional<Plan>> plans = new HashMap<>();

    /** @param cacheFolder where the plans that were found are kept */
    ConvolutionSearch(Cudnn cudnn, CudaContext context, Path cacheFolder, CudaSettings settings) {
        this.cudnn = cudnn;
        this.context = context;
        this.settings = settings;
        cache = new KernelCache(cacheFolder, ".plan");
    }

    /**
     * A plan that was found.
     *
     * @param workspace bytes that it needs while it runs
     */
    record Plan(MemorySegment descriptor, long workspace) {}

    /** Where the operands of a task lie. */
    record Operands(long x, long w, long y) {}

    /** A configuration that works, its plan and its time in milliseconds. */
    private record Candidate(CudnnDescriptor configuration, CudnnDescriptor plan, long workspace, double time) {
        Plan found() {
            return new Plan(plan.address(), workspace);
        }
    }

    /**
     * The plan for a task, chosen at the first call: the one that was fastest when the task was first met on this device, or without
     * {@link CudaSettings#benchmark} the first that cuDNN proposes.
     *
     * @param operands places with which candidates are tried; the output's contents are lost
     * @param own a kernel of this package made for tasks of this kind, preferred where nothing is timed; null if there is none
     * @return null if cuDNN has no plan or {@code own} is faster
     */
    @Nullable
    Plan find(ConvolutionTask task, Operands operands, @Nullable DeviceKernel own) {
        Optional<Plan> known = plans.get(task);
        if (known == null) {
            try {
                known = Optional.ofNullable(search(task, operands, own));
            } catch (StudioException refusal) {
                known = Optional.empty();
            }
            plans.put(task, known);
        }
        return known.orElse(null);
    }

    private @Nullable Plan search(ConvolutionTask task, Operands operands, @Nullable DeviceKernel own) {
        CudnnDescriptor graph = graph(task);
        if (!settings.benchmark()) {
            Candidate first = own == null ? best(graph, task, operands, true) : null;
            return first == null ? null : first.found();
        }
        String key = key(task);
        byte[] entry = cache.read(key);
        if (entry != null) {
            PlanChoice choice = PlanChoice.read(entry);
            if (choice.equals(PlanChoice.OWN) && own != null) {
                return null;
            }
            Candidate remembered = remembered(choice, graph, operands);
            if (remembered != null) {
                return remembered.found();
            }
        }
        Candidate best = best(graph, task, operands, false);
        if (own != null && (best == null || time(own) < best.time())) {
            cache.write(key, PlanChoice.OWN.bytes());
            return null;
        }
        if (best == null) {
            return null;
        }
        remember(key, best);
        return best.found();
    }

    /** What a choice depends on: its time on the task and cuDNN's numbers for engines. */
    private String key(ConvolutionTask task) {
        CudaDevice device = context.device();
        return "%s %d.%d, driver %d, cuDNN %d, %s, %s"
                .formatted(
                        device.name(),
                        device.major(),
                        device.minor(),
                        device.driverVersion(),
                        cudnn.version(),
                        settings.tensorFloat() ? "TF32" : "float32",
                        task);
    }

    private void remember(String key, Candidate best) {
        try {
            cache.write(key, PlanChoice.of(cudnn, best.configuration()).bytes());
        } catch (StudioException untold) {
            // the next process searches again
        }
    }

    private @Nullable Candidate remembered(PlanChoice choice, CudnnDescriptor graph, Operands operands) {
        try {
            return candidate(choice.configuration(graph, this::keep), operands, true);
        } catch (StudioException refused) {
            return null;
        }
    }

    /**
     * The fastest of the plans that cuDNN proposes; those of last resort only where the others do not work.
     *
     * @param first whether the first that works will do
     */
    private @Nullable Candidate best(CudnnDescriptor graph, ConvolutionTask task, Operands operands, boolean first) {
        Candidate best = null;
        for (int mode : new int[] {HEURISTIC_INSTANT, HEURISTIC_FALLBACK}) {
            for (CudnnDescriptor choice : best == null ? proposed(graph, mode) : List.<CudnnDescriptor>of()) {
                Candidate candidate = reproducible(choice, task.type()) ? candidate(choice, operands, first) : null;
                if (candidate == null) {
                    continue;
                }
                if (best == null || candidate.time() < best.time()) {
                    if (best != null) {
                        drop(best.plan());
                    }
                    best = candidate;
                } else {
                    drop(candidate.plan());
                }
                if (first) {
                    return best;
                }
            }
        }
        return best;
    }

    private List<CudnnDescriptor> proposed(CudnnDescriptor graph, int mode) {
        CudnnDescriptor heuristic = keep(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR)
                .descriptors(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph.address())
                .constant(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, mode)
                .finish();
        List<CudnnDescriptor> choices = new ArrayList<>();
        MemorySegment[] addresses = new MemorySegment[CHOICES];
        for (int i = 0; i < CHOICES; i++) {
            choices.add(keep(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR));
            addresses[i] = choices.get(i).address();
        }
        return choices.subList(0, heuristic.fill(CUDNN_ATTR_ENGINEHEUR_RESULTS, addresses));
    }

    /** Whether the same operands always give the same bits, with products as exact as the type asks for. */
    private boolean reproducible(CudnnDescriptor choice, DType type) {
        CudnnDescriptor engine = keep(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
        choice.fill(CUDNN_ATTR_ENGINECFG_ENGINE, engine.address());
        int notes = engine.notes(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE);
        int unwanted = 1 << CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC;
        if (type == DType.F32 && !settings.tensorFloat()) {
            unwanted |= 1 << CUDNN_NUMERICAL_NOTE_TENSOR_CORE | 1 << CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS;
        }
        return (notes & unwanted) == 0;
    }

    /**
     * Tries a configuration.
     *
     * @param untimed whether it is enough that it works
     * @return null if it does not
     */
    private @Nullable Candidate candidate(CudnnDescriptor choice, Operands operands, boolean untimed) {
        CudnnDescriptor plan = keep(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)
                .handle(CUDNN_ATTR_EXECUTION_PLAN_HANDLE)
                .descriptors(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, choice.address());
        DeviceMemory scratch = null;
        long workspace = 0;
        if (plan.accepted()) {
            workspace = plan.number(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
            scratch = context.workspace(workspace);
        }
        double time = -1;
        if (scratch != null) {
            try (CudnnDescriptor pack = pack(cudnn, operands, scratch.address())) {
                time = time(plan.address(), pack.address(), untimed);
            }
        }
        if (time < 0) {
            drop(plan);
            return null;
        }
        return new Candidate(choice, plan, workspace, time);
    }

    /** Time of an execution inside a recording, negative if it fails; 0 if it need not be timed. */
    private double time(MemorySegment plan, MemorySegment pack, boolean untimed) {
        if (cudnn.execute(plan, pack, context.stream()) != Cudnn.SUCCESS) {
            return -1;
        }
        context.stream().synchronize();
        if (untimed) {
            return 0;
        }
        try {
            return time(() -> Cudnn.check(cudnn.execute(plan, pack, context.stream()), "run a convolution"));
        } catch (StudioException refusal) {
            return -1;
        }
    }

    private double time(DeviceKernel own) {
        DeviceMemory scratch = context.workspace(own.scratchBytes());
        if (scratch == null) {
            return Double.MAX_VALUE;
        }
        own.scratch(scratch.address());
        return time(() -> own.enqueue(context.stream()));
    }

    /** Time of what enqueues work, inside a recording. */
    private double time(Runnable work) {
        try (CudaGraph graph = new CudaGraph(context.stream(), () -> {
                    for (int i = 0; i < REPEATS; i++) {
                        work.run();
                    }
                });
                StreamTimer timer = new StreamTimer()) {
            graph.launch(context.stream());
            timer.start(context.stream());
            graph.launch(context.stream());
            return timer.stop(context.stream()) / REPEATS;
        }
    }

    /** Operands of an execution. */
    static CudnnDescriptor pack(Cudnn cudnn, Operands operands, long workspace) {
        return new CudnnDescriptor(cudnn, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR)
                .longs(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, X, W, Y)
                .addresses(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, operands.x(), operands.w(), operands.y())
                .addresses(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, workspace)
                .finish();
    }

    private CudnnDescriptor graph(ConvolutionTask task) {
        ConvGeometry g = task.geometry();
        CudnnDescriptor x = tensor(
                X,
                task.type(),
                task.alignment(),
                new long[] {g.batch(), g.inChannels(), g.inHeight(), g.inWidth()},
                new long[] {task.xImage(), 1, (long) g.inWidth() * task.xPixel(), task.xPixel()});
        CudnnDescriptor y = tensor(
                Y,
                task.type(),
                task.alignment(),
                new long[] {g.batch(), g.outChannels(), g.outHeight(), g.outWidth()},
                new long[] {task.yImage(), 1, (long) g.outWidth() * task.yPixel(), task.yPixel()});
        long own = g.inChannels() / g.groups();
        CudnnDescriptor w = tensor(
                W,
                task.type(),
                task.alignment(),
                new long[] {g.outChannels(), own, g.kernel(), g.kernel()},
                new long[] {own * g.kernel() * g.kernel(), 1, own * g.kernel(), own});
        CudnnDescriptor convolution = keep(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR)
                .longs(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, 2)
                .constant(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, code(DType.F32))
                .constant(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, CROSS_CORRELATION)
                .longs(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, g.padding(), g.padding())
                .longs(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, g.padding(), g.padding())
                .longs(CUDNN_ATTR_CONVOLUTION_DILATIONS, 1, 1)
                .longs(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, g.stride(), g.stride())
                .finish();
        float beta = task.add() ? 1 : 0;
        CudnnDescriptor operation = switch (task.direction()) {
            case FORWARD ->
                keep(CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR)
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, convolution.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, x.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, w.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, y.address())
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, 1f)
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA, beta);
            case INPUT_GRADIENT ->
                keep(CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR)
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC, convolution.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, x.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W, w.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY, y.address())
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA, 1f)
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA, beta);
            case WEIGHT_GRADIENT ->
                keep(CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR)
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC, convolution.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, x.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW, w.address())
                        .descriptors(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY, y.address())
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA, 1f)
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA, beta);
        };
        operation.finish();
        return keep(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)
                .descriptors(CUDNN_ATTR_OPERATIONGRAPH_OPS, operation.address())
                .handle(CUDNN_ATTR_OPERATIONGRAPH_HANDLE)
                .finish();
    }

    private CudnnDescriptor tensor(long id, DType type, int alignment, long[] dims, long[] strides) {
        return keep(CUDNN_BACKEND_TENSOR_DESCRIPTOR)
                .constant(CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, code(type))
                .longs(CUDNN_ATTR_TENSOR_DIMENSIONS, dims)
                .longs(CUDNN_ATTR_TENSOR_STRIDES, strides)
                .longs(CUDNN_ATTR_TENSOR_UNIQUE_ID, id)
                .longs(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, alignment)
                .finish();
    }

    /** cuDNN's number of an element type. */
    private static int code(DType type) {
        return switch (type) {
            case F32 -> 0;
            case F16 -> 2;
            case BF16 -> 9;
            default -> throw new UnsupportedOperationException("convolutions of " + type);
        };
    }

    private void drop(CudnnDescriptor descriptor) {
        kept.remove(descriptor);
        descriptor.close();
    }

    private CudnnDescriptor keep(int type) {
        CudnnDescriptor descriptor = new CudnnDescriptor(cudnn, type);
        kept.add(descriptor);
        return descriptor;
    }

    @Override
    public void close() {
        kept.reversed().forEach(CudnnDescriptor::close);
        kept.clear();
    }
}
