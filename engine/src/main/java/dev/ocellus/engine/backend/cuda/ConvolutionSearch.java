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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds plans for convolutions: takes cuDNN's heuristic choices, leaves out what is not reproducible, times the rest on the device
 * and keeps the fastest for each task. Used by the thread of its context.
 */
final class ConvolutionSearch implements AutoCloseable {
    /** Names of the three tensors in an operation. */
    static final long X = 'x';

    static final long W = 'w';
    static final long Y = 'y';

    private static final int CHOICES = 10;
    private static final int HEURISTIC_INSTANT = 0;
    private static final int CROSS_CORRELATION = 1;
    private static final int REPEATS = 12;

    private final Cudnn cudnn;
    private final CudaContext context;
    private final boolean tensorFloat;
    private final List<CudnnDescriptor> kept = new ArrayList<>();
    private final Map<ConvolutionTask, Plan> plans = new HashMap<>();
    private final Map<ConvolutionTask, String> refused = new HashMap<>();

    /**
     * @param tensorFloat whether float32 convolutions may round their operands to TF32
     */
    ConvolutionSearch(Cudnn cudnn, CudaContext context, boolean tensorFloat) {
        this.cudnn = cudnn;
        this.context = context;
        this.tensorFloat = tensorFloat;
    }

    /**
     * A plan that was found.
     *
     * @param workspace bytes that it needs while it runs
     * @param milliseconds of an execution, as measured
     */
    record Plan(MemorySegment descriptor, long workspace, double milliseconds) {}

    /** Where the operands of a task lie. */
    record Operands(long x, long w, long y) {}

    /**
     * The fastest plan for a task, searched at the first call.
     *
     * @param operands places with which candidates are timed; the output's contents are lost
     * @return null if cuDNN has none
     */
    @Nullable
    Plan find(ConvolutionTask task, Operands operands) {
        Plan known = plans.get(task);
        if (known != null || refused.containsKey(task)) {
            return known;
        }
        try {
            Plan best = search(task, operands);
            if (best == null) {
                refused.put(task, "no plan");
            } else {
                plans.put(task, best);
            }
            return best;
        } catch (StudioException refusal) {
            refused.put(task, refusal.getMessage());
            return null;
        }
    }

    private @Nullable Plan search(ConvolutionTask task, Operands operands) {
        CudnnDescriptor graph = graph(task);
        CudnnDescriptor heuristic = keep(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR)
                .descriptor(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph.address())
                .constant(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, HEURISTIC_INSTANT)
                .finish();
        CudnnDescriptor[] choices = new CudnnDescriptor[CHOICES];
        MemorySegment[] addresses = new MemorySegment[CHOICES];
        for (int i = 0; i < CHOICES; i++) {
            choices[i] = keep(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
            addresses[i] = choices[i].address();
        }
        int count = heuristic.fill(CUDNN_ATTR_ENGINEHEUR_RESULTS, addresses);
        Plan best = null;
        for (int i = 0; i < count; i++) {
            if (!reproducible(choices[i], task.type())) {
                continue;
            }
            Plan plan = plan(choices[i], operands);
            if (plan != null && (best == null || plan.milliseconds() < best.milliseconds())) {
                best = plan;
            }
        }
        return best;
    }

    /** Whether the same operands always give the same bits, with products as exact as the type asks for. */
    private boolean reproducible(CudnnDescriptor choice, DType type) {
        CudnnDescriptor engine = keep(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
        choice.fill(CUDNN_ATTR_ENGINECFG_ENGINE, engine.address());
        int notes = engine.notes(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE);
        int unwanted = 1 << CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC;
        if (type == DType.F32 && !tensorFloat) {
            unwanted |= 1 << CUDNN_NUMERICAL_NOTE_TENSOR_CORE | 1 << CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS;
        }
        return (notes & unwanted) == 0;
    }

    private @Nullable Plan plan(CudnnDescriptor choice, Operands operands) {
        CudnnDescriptor plan = keep(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)
                .handle(CUDNN_ATTR_EXECUTION_PLAN_HANDLE)
                .descriptor(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, choice.address());
        if (!plan.accepted()) {
            return null;
        }
        long workspace = plan.number(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
        DeviceMemory scratch = context.workspace(workspace);
        if (scratch == null) {
            return null;
        }
        try (CudnnDescriptor pack = pack(cudnn, operands, scratch.address())) {
            double milliseconds = time(plan.address(), pack.address());
            return milliseconds < 0 ? null : new Plan(plan.address(), workspace, milliseconds);
        }
    }

    /** Time of an execution inside a recording, negative if it fails. */
    private double time(MemorySegment plan, MemorySegment pack) {
        if (cudnn.execute(plan, pack, context.stream()) != Cudnn.SUCCESS) {
            return -1;
        }
        context.stream().synchronize();
        try (CudaGraph graph = new CudaGraph(context.stream(), () -> {
                    for (int i = 0; i < REPEATS; i++) {
                        Cudnn.check(cudnn.execute(plan, pack, context.stream()), "run a convolution");
                    }
                });
                StreamTimer timer = new StreamTimer()) {
            graph.launch(context.stream());
            timer.start(context.stream());
            graph.launch(context.stream());
            return timer.stop(context.stream()) / REPEATS;
        } catch (StudioException refusal) {
            return -1;
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
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, convolution.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, x.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, w.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, y.address())
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, 1f)
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA, beta);
            case INPUT_GRADIENT ->
                keep(CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR)
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC, convolution.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, x.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W, w.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY, y.address())
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA, 1f)
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA, beta);
            case WEIGHT_GRADIENT ->
                keep(CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR)
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC, convolution.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, x.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW, w.address())
                        .descriptor(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY, y.address())
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA, 1f)
                        .number(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA, beta);
        };
        operation.finish();
        return keep(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)
                .descriptor(CUDNN_ATTR_OPERATIONGRAPH_OPS, operation.address())
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
