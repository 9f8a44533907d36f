package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.ops.CrossEntropy;
import dev.ocellus.engine.ops.CrossEntropyGradient;
import dev.ocellus.engine.ops.GlobalAveragePool;
import dev.ocellus.engine.ops.GlobalAveragePoolGradient;
import dev.ocellus.engine.ops.Pool2d;
import dev.ocellus.engine.ops.Pool2dGradient;
import dev.ocellus.engine.ops.Resize;
import dev.ocellus.engine.ops.ResizeGradient;
import dev.ocellus.engine.ops.Softmax;
import dev.ocellus.engine.ops.SoftmaxGradient;
import dev.ocellus.engine.ops.Upsample;
import dev.ocellus.engine.ops.UpsampleGradient;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds pooling, enlargement and the operations over rows. */
final class PoolKernels implements CallBinder {
    private static final String FILE = "pool";
    private static final String ROWS = "rows";
    private static final int WARP = 32;

    @Override
    public @Nullable DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        KernelLibrary kernels = context.kernels();
        int add = call.accumulate() ? 1 : 0;
        return switch (call.node().op()) {
            case Pool2d op -> {
                CudaTensor x = places.at(call.input(0));
                CudaTensor y = places.at(call.output(0));
                boolean maximum = op.kind() == Pool2d.Kind.MAX;
                LaunchBuilder launch = over(kernels, maximum ? "maxPool" : "averagePool", y, x, y)
                        .tensor(x)
                        .tensor(y);
                if (maximum) {
                    launch.tensor(places.at(call.output(1)));
                }
                yield window(launch, op, call.input(0).shape()).build();
            }
            case Pool2dGradient op -> {
                CudaTensor dy = places.at(call.input(0));
                CudaTensor dx = places.at(call.output(0));
                boolean maximum = op.pool().kind() == Pool2d.Kind.MAX;
                LaunchBuilder launch = over(kernels, maximum ? "maxPoolGradient" : "averagePoolGradient", dx, dy, dx)
                        .tensor(dy);
                if (maximum) {
                    launch.tensor(places.at(call.input(1)));
                }
                yield window(launch.tensor(dx), op.pool(), op.input())
                        .int32(add)
                        .build();
            }
            case GlobalAveragePool op -> {
                CudaTensor x = places.at(call.input(0));
                yield kernels.launch(FILE, "globalPool", Kernels.defines(x.dtype(), 1))
                        .grid(x.images(), Math.ceilDiv(x.channels(), WARP))
                        .block(WARP, 8)
                        .tensor(x)
                        .tensor(places.at(call.output(0)))
                        .build();
            }
            case GlobalAveragePoolGradient op -> {
                CudaTensor dy = places.at(call.input(0));
                CudaTensor dx = places.at(call.output(0));
                yield over(kernels, "globalPoolGradient", dx, dy, dx)
                        .tensor(dy)
                        .tensor(dx)
                        .int32(add)
                        .build();
            }
            case Upsample op -> {
                CudaTensor x = places.at(call.input(0));
                CudaTensor y = places.at(call.output(0));
                yield over(kernels, "upsample", y, x, y)
                        .tensor(x)
                        .tensor(y)
                        .int32(op.factor())
                        .int32(call.input(0).shape().dim(2))
                        .build();
            }
            case UpsampleGradient op -> {
                CudaTensor dy = places.at(call.input(0));
                CudaTensor dx = places.at(call.output(0));
                yield over(kernels, "upsampleGradient", dx, dy, dx)
                        .tensor(dy)
                        .tensor(dx)
                        .int32(op.factor())
                        .int32(call.output(0).shape().dim(2))
                        .int32(add)
                        .build();
            }
            case Resize op ->
                resize(kernels, "resize", call, places, op.scale())
                        .int32(call.input(0).dtype() == DType.U8 ? 1 : 0)
                        .build();
            case ResizeGradient op ->
                resize(kernels, "resizeGradient", call, places, op.scale())
                        .int32(add)
                        .build();
            case Softmax op -> {
                CudaTensor x = places.at(call.input(0));
                yield rows(kernels, "softmax", x)
                        .tensor(x)
                        .tensor(places.at(call.output(0)))
                        .build();
            }
            case SoftmaxGradient op -> {
                CudaTensor y = places.at(call.input(1));
                yield rows(kernels, "softmaxGradient", y)
                        .tensor(places.at(call.input(0)))
                        .tensor(y)
                        .tensor(places.at(call.output(0)))
                        .build();
            }
            case CrossEntropy op -> {
                CudaTensor logits = places.at(call.input(0));
                yield kernels.launch(ROWS, "crossEntropy", Kernels.defines(logits.dtype(), 1))
                        .block(1024)
                        .tensor(logits)
                        .pointer(places.address(call.input(1)))
                        .pointer(places.address(call.output(0)))
                        .float32(op.smoothing())
                        .build();
            }
            case CrossEntropyGradient op -> {
                CudaTensor logits = places.at(call.input(1));
                yield rows(kernels, "crossEntropyGradient", logits)
                        .pointer(places.address(call.input(0)))
                        .tensor(logits)
                        .pointer(places.address(call.input(2)))
                        .tensor(places.at(call.output(0)))
                        .float32(op.smoothing())
                        .build();
            }
            default -> null;
        };
    }

    /** A thread for each vector of {@code result}. */
    private static LaunchBuilder over(KernelLibrary kernels, String kernel, CudaTensor result, CudaTensor... tensors) {
        int vector = Kernels.vector(new ArrayList<>(List.of(tensors)));
        return kernels.launch(FILE, kernel, Kernels.defines(result.dtype(), vector))
                .over(Kernels.vectors(result, vector));
    }

    /** A thread for each number of the result. */
    private static LaunchBuilder resize(
            KernelLibrary kernels, String kernel, Call call, CudaPlaces places, float scale) {
        CudaTensor result = places.at(call.output(0));
        return kernels.launch(FILE, kernel, Kernels.defines(result.dtype(), 1))
                .over(Kernels.vectors(result, 1))
                .tensor(places.at(call.input(0)))
                .tensor(result)
                .int32(call.input(0).shape().dim(2))
                .int32(call.output(0).shape().dim(2))
                .float32(scale);
    }

    /** A warp for each row. */
    private static LaunchBuilder rows(KernelLibrary kernels, String kernel, CudaTensor tensor) {
        return kernels.launch(ROWS, kernel, Kernels.defines(tensor.dtype(), 1))
                .over((long) tensor.images() * tensor.pixels() * WARP);
    }

    private static LaunchBuilder window(LaunchBuilder launch, Pool2d op, Shape images) {
        int height = images.dim(1);
        int width = images.dim(2);
        return launch.struct(
                height,
                width,
                ConvGeometry.extent(height, op.kernel(), op.stride(), op.padding()),
                ConvGeometry.extent(width, op.kernel(), op.stride(), op.padding()),
                op.kernel(),
                op.stride(),
                op.padding());
    }
}
