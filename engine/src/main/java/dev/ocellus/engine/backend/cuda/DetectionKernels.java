package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DecodeDetections;
import dev.ocellus.engine.ops.DetectionHead;
import dev.ocellus.engine.ops.DetectionLoss;
import dev.ocellus.engine.ops.DetectionLossGradient;
import dev.ocellus.engine.ops.TaskAlignedAssign;
import dev.ocellus.engine.program.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Binds YOLOv9's assignment, its loss and the loss's gradient, and decoding. */
final class DetectionKernels implements CallBinder {
    private static final String FILE = "detection";
    private static final Map<String, String> PLAIN = Map.of();
    private static final int CANDIDATE_BYTES = 24;
    private static final int WARPS = 8;
    private static final int THREADS = 32 * WARPS;

    @Override
    public @Nullable DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        return switch (call.node().op()) {
            case TaskAlignedAssign op -> assign(call, op, places, context);
            case DetectionLoss op -> loss(call, op, places, context);
            case DetectionLossGradient op -> lossGradient(call, op.loss(), places, context);
            case DecodeDetections op -> {
                CudaTensor raw = places.at(call.input(0));
                yield head(
                                context.kernels()
                                        .launch(FILE, "decode", PLAIN)
                                        .grid(Math.ceilDiv(raw.pixels(), 128), raw.images())
                                        .block(128)
                                        .tensor(raw),
                                op.head())
                        .pointer(places.address(call.output(0)))
                        .build();
            }
            default -> null;
        };
    }

    private static DeviceKernel assign(Call call, TaskAlignedAssign op, CudaPlaces places, CudaContext context) {
        KernelLibrary kernels = context.kernels();
        CudaTensor raw = places.at(call.input(0));
        CudaTensor targets = places.at(call.input(1));
        long distances = places.address(call.output(0));
        long assigned = places.address(call.output(1));
        long weights = places.address(call.output(2));
        int candidates = targets.pixels() * TaskAlignedAssign.TOP;
        long bytes = (long) raw.images() * candidates * CANDIDATE_BYTES;
        return KernelList.of(
                kernels.launch(FILE, "expect", PLAIN)
                        .over(4L * raw.images() * raw.pixels())
                        .tensor(raw)
                        .pointer(distances)
                        .pointer(assigned)
                        .pointer(weights)
                        .build(),
                head(
                                kernels.launch(FILE, "choose", PLAIN)
                                        .grid(targets.pixels(), raw.images())
                                        .block(128)
                                        .tensor(raw)
                                        .tensor(targets)
                                        .pointer(distances),
                                op.head())
                        .scratch(0, bytes)
                        .build(),
                kernels.launch(FILE, "resolve", PLAIN)
                        .grid(raw.images())
                        .block(1024)
                        .shared(candidates)
                        .scratch(0, bytes)
                        .int32(targets.pixels())
                        .int32(raw.pixels())
                        .pointer(assigned)
                        .pointer(weights)
                        .pointer(places.address(call.output(3)))
                        .build());
    }

    private static DeviceKernel loss(Call call, DetectionLoss op, CudaPlaces places, CudaContext context) {
        int blocks = blocks(places.at(call.input(0)), context);
        return terms(context.kernels().launch(FILE, "loss", PLAIN).grid(blocks).block(THREADS), call, op, places)
                .scratch(0, 3L * blocks * Double.BYTES)
                .pointer(context.counters(1))
                .pointer(places.address(call.output(0)))
                .pointer(places.address(call.output(1)))
                .build();
    }

    private static DeviceKernel lossGradient(Call call, DetectionLoss op, CudaPlaces places, CudaContext context) {
        int blocks = 2 * blocks(places.at(call.input(0)), context);
        return terms(
                        context.kernels()
                                .launch(FILE, "lossGradient", PLAIN)
                                .grid(blocks)
                                .block(THREADS),
                        call,
                        op,
                        places)
                .pointer(places.address(call.input(6)))
                .tensor(places.at(call.output(0)))
                .build();
    }

    private static int blocks(CudaTensor raw, CudaContext context) {
        long anchors = (long) raw.images() * raw.pixels();
        return (int) Math.min(
                Math.ceilDiv(anchors, (long) WARPS), 8L * context.device().multiprocessors());
    }

    /** The operands that the loss and its gradient have in common. */
    private static LaunchBuilder terms(LaunchBuilder launch, Call call, DetectionLoss op, CudaPlaces places) {
        launch.tensor(places.at(call.input(0))).tensor(places.at(call.input(1)));
        for (int i = 2; i < 6; i++) {
            launch.pointer(places.address(call.input(i)));
        }
        return head(launch, op.head())
                .float32(op.boxGain())
                .float32(op.classGain())
                .float32(op.distributionGain());
    }

    /** The struct {@code Head}. */
    private static LaunchBuilder head(LaunchBuilder launch, DetectionHead head) {
        int[] numbers = new int[14];
        int at = 0;
        for (AnchorGrid.Level level : head.grid().levels()) {
            for (int number : new int[] {level.stride(), level.rows(), level.columns(), level.first()}) {
                numbers[at++] = number;
            }
        }
        numbers[at++] = head.grid().anchors();
        numbers[at] = head.classes();
        return launch.struct(numbers);
    }
}
