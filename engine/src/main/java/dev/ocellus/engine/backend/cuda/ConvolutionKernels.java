package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.cuda.ConvolutionSearch.Operands;
import dev.ocellus.engine.backend.cuda.ConvolutionSearch.Plan;
import dev.ocellus.engine.backend.cuda.ConvolutionTask.Direction;
import dev.ocellus.engine.ops.Conv2d;
import dev.ocellus.engine.ops.Conv2dInputGradient;
import dev.ocellus.engine.ops.Conv2dWeightGradient;
import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.program.Call;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binds convolutions: to cuDNN's fastest plan, or, where it has none, to the plain kernels of this package.
 */
final class ConvolutionKernels implements CallBinder {
    private static final String FILE = "convolution";

    @Override
    public @Nullable DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        return switch (call.node().op()) {
            case Conv2d op -> forward(call, op.geometry(call.input(0).shape()), places, context);
            case Conv2dInputGradient op -> inputGradient(call, op.geometry(), places, context);
            case Conv2dWeightGradient op -> weightGradient(call, op, places, context);
            default -> null;
        };
    }

    private static DeviceKernel forward(Call call, ConvGeometry g, CudaPlaces places, CudaContext context) {
        CudaTensor x = places.at(call.input(0));
        CudaTensor y = places.at(call.output(0));
        long w = places.address(call.input(1));
        DeviceKernel product = image(Direction.FORWARD, g, x, w, y, y, call.accumulate(), context);
        if (call.inputs().size() < 3) {
            return product;
        }
        int vector = Kernels.vector(List.of(y));
        return KernelList.of(
                product,
                context.kernels()
                        .launch(FILE, "addBias", Kernels.defines(y.dtype(), vector))
                        .over(Kernels.vectors(y, vector))
                        .tensor(y)
                        .pointer(places.address(call.input(2)))
                        .build());
    }

    private static DeviceKernel inputGradient(Call call, ConvGeometry g, CudaPlaces places, CudaContext context) {
        CudaTensor dy = places.at(call.input(0));
        CudaTensor dx = places.at(call.output(0));
        long w = places.address(call.input(1));
        return image(Direction.INPUT_GRADIENT, g, dx, w, dy, dx, call.accumulate(), context);
    }

    /** A convolution whose result is an image, {@code out}, which is x or y. */
    private static DeviceKernel image(
            Direction direction,
            ConvGeometry g,
            CudaTensor x,
            long w,
            CudaTensor y,
            CudaTensor out,
            boolean add,
            CudaContext context) {
        ConvolutionSearch search = context.convolutions();
        Operands operands = new Operands(x.address(), w, y.address());
        Plan plan = search.find(ConvolutionTask.of(direction, g, x, y, w, add), operands, null);
        if (plan != null) {
            return new Convolution(context.cudnn(), plan, operands);
        }
        boolean forward = direction == Direction.FORWARD;
        return context.kernels()
                .launch(FILE, forward ? "forward" : "inputGradient", Kernels.defines(x.dtype(), 1))
                .over(out.elements())
                .tensor(forward ? x : y)
                .pointer(w)
                .tensor(out)
                .struct(fields(g))
                .int32(add ? 1 : 0)
                .build();
    }

    private static DeviceKernel weightGradient(
            Call call, Conv2dWeightGradient op, CudaPlaces places, CudaContext context) {
        CudaTensor x = places.at(call.input(0));
        CudaTensor dy = places.at(call.input(1));
        long dw = places.address(call.output(0));
        List<DeviceKernel> steps = new ArrayList<>();
        steps.add(weights(op.geometry(), x, dy, dw, call.accumulate(), context));
        if (op.bias()) {
            steps.add(BatchNormKernels.channelSums(dy, places.address(call.output(1)), call.accumulate(), context));
        }
        return new KernelList(steps);
    }

    private static DeviceKernel weights(
            ConvGeometry g, CudaTensor x, CudaTensor dy, long dw, boolean add, CudaContext context) {
        ConvolutionSearch search = context.convolutions();
        Direction direction = Direction.WEIGHT_GRADIENT;
        Operands operands = new Operands(x.address(), dw, dy.address());
        Plan plan = search.find(ConvolutionTask.of(direction, g, x, dy, dw, add), operands, null);
        if (plan != null) {
            return new Convolution(context.cudnn(), plan, operands);
        }
        return context.kernels()
                .launch(FILE, "weightGradient", Kernels.defines(x.dtype(), 1))
                .grid(g.weights().elements())
                .block(256)
                .tensor(x)
                .tensor(dy)
                .pointer(dw)
                .struct(fields(g))
                .int32(add ? 1 : 0)
                .build();
    }

    /** The struct {@code Geometry}. */
    private static int[] fields(ConvGeometry g) {
        return new int[] {
            g.batch(),
            g.inHeight(),
            g.inWidth(),
            g.inChannels(),
            g.outHeight(),
            g.outWidth(),
            g.outChannels(),
            g.kernel(),
            g.stride(),
            g.padding(),
            g.groups()
        };
    }
}
