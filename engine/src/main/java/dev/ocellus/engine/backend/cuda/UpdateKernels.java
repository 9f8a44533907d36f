package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.ops.AccumulateGradients;
import dev.ocellus.engine.ops.AdamUpdate;
import dev.ocellus.engine.ops.EmaUpdate;
import dev.ocellus.engine.ops.GradientNorm;
import dev.ocellus.engine.ops.ParameterRange;
import dev.ocellus.engine.ops.ScaledSeed;
import dev.ocellus.engine.ops.SgdUpdate;
import dev.ocellus.engine.ops.UpdateScaler;
import dev.ocellus.engine.program.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds what happens to whole stores: norm, optimizers, moving average, accumulation. */
final class UpdateKernels implements CallBinder {
    private static final String FILE = "update";
    private static final Map<String, String> PLAIN = Map.of();

    @Override
    public @Nullable DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        KernelLibrary kernels = context.kernels();
        return switch (call.node().op()) {
            case GradientNorm op -> norm(call, op.ranges(), places, context);
            case SgdUpdate op ->
                each(
                        op.ranges(),
                        range -> stores(kernels.launch(FILE, "sgd", PLAIN).over(range.length()), call, places, 5)
                                .struct(range.offset(), range.length(), range.decayGroup())
                                .int32(op.nesterov() ? 1 : 0));
            case AdamUpdate op ->
                each(
                        op.ranges(),
                        range -> stores(kernels.launch(FILE, "adam", PLAIN).over(range.length()), call, places, 6)
                                .struct(range.offset(), range.length(), range.decayGroup())
                                .float32(op.epsilon())
                                .int32(op.decoupledDecay() ? 1 : 0));
            case EmaUpdate op ->
                twoStores(kernels, "ema", call, places)
                        .pointer(optional(call, places, 3))
                        .build();
            case AccumulateGradients op ->
                twoStores(kernels, "accumulate", call, places).build();
            case ScaledSeed op ->
                kernels.launch(FILE, "scaledSeed", PLAIN)
                        .pointer(places.address(call.input(0)))
                        .pointer(places.address(call.input(1)))
                        .pointer(places.address(call.output(0)))
                        .build();
            case UpdateScaler op ->
                kernels.launch(FILE, "updateScaler", PLAIN)
                        .pointer(places.address(call.input(0)))
                        .int32(op.growthInterval())
                        .float32(Scaler.GROWTH)
                        .float32(Scaler.BACKOFF)
                        .build();
            default -> null;
        };
    }

    /** A launch for each range. */
    private static DeviceKernel each(List<ParameterRange> ranges, Function<ParameterRange, LaunchBuilder> launch) {
        return new KernelList(ranges.stream()
                .<DeviceKernel>map(range -> launch.apply(range).build())
                .toList());
    }

    /** The first operands by address, then the scaler store that may follow them. */
    private static LaunchBuilder stores(LaunchBuilder launch, Call call, CudaPlaces places, int count) {
        call.inputs().subList(0, count).forEach(slab -> launch.pointer(places.address(slab)));
        return launch.pointer(optional(call, places, count));
    }

    /** Address of an operand that may be absent, then 0. */
    private static long optional(Call call, CudaPlaces places, int operand) {
        return operand < call.inputs().size() ? places.address(call.input(operand)) : 0;
    }

    private static LaunchBuilder twoStores(KernelLibrary kernels, String kernel, Call call, CudaPlaces places) {
        long elements = call.input(0).shape().elements();
        return kernels.launch(FILE, kernel, PLAIN)
                .over(elements)
                .pointer(places.address(call.input(0)))
                .pointer(places.address(call.input(1)))
                .int64(elements)
                .pointer(places.address(call.input(2)));
    }

    /** Two ranges a launch; the last one adds up. */
    private static DeviceKernel norm(Call call, List<ParameterRange> ranges, CudaPlaces places, CudaContext context) {
        int blocks = 2 * context.device().multiprocessors();
        int launches = Math.max(1, Math.ceilDiv(ranges.size(), 2));
        List<DeviceKernel> steps = new ArrayList<>();
        for (int i = 0; i < launches; i++) {
            LaunchBuilder launch = context.kernels()
                    .launch(FILE, "gradientNorm", PLAIN)
                    .grid(blocks)
                    .block(256)
                    .pointer(places.address(call.input(0)));
            for (int r = 2 * i; r < 2 * i + 2; r++) {
                ParameterRange range = r < ranges.size() ? ranges.get(r) : new ParameterRange(0, 0, 0);
                launch.struct(range.offset(), range.length(), range.decayGroup());
            }
            steps.add(launch.scratch(0, (long) launches * blocks * Double.BYTES)
                    .int32(i * blocks)
                    .int32(i == launches - 1 ? launches * blocks : 0)
                    .pointer(context.counters(1))
                    .pointer(places.address(call.output(0)))
                    .pointer(optional(call, places, 1))
                    .build());
        }
        return new KernelList(steps);
    }
}
