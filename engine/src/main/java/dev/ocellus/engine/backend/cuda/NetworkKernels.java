package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.ops.Activate;
import dev.ocellus.engine.ops.ActivateGradient;
import dev.ocellus.engine.ops.Add;
import dev.ocellus.engine.ops.Axis;
import dev.ocellus.engine.ops.Cast;
import dev.ocellus.engine.ops.Concat;
import dev.ocellus.engine.ops.Copy;
import dev.ocellus.engine.ops.Fill;
import dev.ocellus.engine.ops.NormalizeImages;
import dev.ocellus.engine.ops.ReadControl;
import dev.ocellus.engine.ops.Reduce;
import dev.ocellus.engine.ops.ReduceGradient;
import dev.ocellus.engine.ops.Reshape;
import dev.ocellus.engine.ops.Split;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.Slab;
import dev.ocellus.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds the operations that work element by element. */
final class NetworkKernels implements CallBinder {
    private static final String FILE = "elementwise";

    @Override
    public @Nullable DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        KernelLibrary kernels = context.kernels();
        return switch (call.node().op()) {
            case Activate op -> {
                CudaTensor x = places.at(call.input(0));
                CudaTensor y = places.at(call.output(0));
                int vector = Kernels.vector(List.of(x, y));
                yield kernels.launch(FILE, "activation", Kernels.defines(x.dtype(), vector, op.activation()))
                        .over(Kernels.vectors(y, vector))
                        .tensor(x)
                        .tensor(y)
                        .build();
            }
            case ActivateGradient op -> {
                CudaTensor dy = places.at(call.input(0));
                CudaTensor x = places.at(call.input(1));
                CudaTensor dx = places.at(call.output(0));
                int vector = Kernels.vector(List.of(dy, x, dx));
                yield kernels.launch(FILE, "activationGradient", Kernels.defines(x.dtype(), vector, op.activation()))
                        .over(Kernels.vectors(dx, vector))
                        .tensor(dy)
                        .tensor(x)
                        .tensor(dx)
                        .build();
            }
            case Add op -> add(kernels, places.at(call.input(0)), places.at(call.input(1)), places.at(call.output(0)));
            case Copy op -> copy(kernels, places.at(call.input(0)), places.at(call.output(0)));
            case Reshape op -> copy(kernels, places.at(call.input(0)), places.at(call.output(0)));
            case Cast op -> cast(kernels, places.at(call.input(0)), places.at(call.output(0)));
            case Split op -> new KernelList(copies(kernels, places, call.outputs(), call.input(0), op.axis(), false));
            case Concat op -> new KernelList(copies(kernels, places, call.inputs(), call.output(0), op.axis(), true));
            case Fill op -> fill(kernels, places.at(call.output(0)), 0, op.number());
            case NormalizeImages op -> normalize(kernels, call, places, op.scale());
            case ReadControl op ->
                fill(
                        kernels,
                        places.at(call.output(0)),
                        places.address(call.input(0)) + (long) op.slot().ordinal() * Float.BYTES,
                        1);
            case Reduce op -> {
                CudaTensor x = places.at(call.input(0));
                yield kernels.launch("rows", "reduce", Kernels.defines(x.dtype(), 1))
                        .block(1024)
                        .tensor(x)
                        .pointer(places.address(call.output(0)))
                        .float64(share(op.kind(), x))
                        .build();
            }
            case ReduceGradient op -> {
                CudaTensor dx = places.at(call.output(0));
                yield fill(kernels, dx, places.address(call.input(0)), share(op.kind(), dx));
            }
            default -> null;
        };
    }

    private static double share(Reduce.Kind kind, CudaTensor tensor) {
        return kind == Reduce.Kind.SUM ? 1 : 1.0 / tensor.elements();
    }

    /** y = a + b. */
    static DeviceKernel add(KernelLibrary kernels, CudaTensor a, CudaTensor b, CudaTensor y) {
        int vector = Kernels.vector(List.of(a, b, y));
        return kernels.launch(FILE, "add", Kernels.defines(y.dtype(), vector))
                .over(Kernels.vectors(y, vector))
                .tensor(a)
                .tensor(b)
                .tensor(y)
                .build();
    }

    private static DeviceKernel copy(KernelLibrary kernels, CudaTensor x, CudaTensor y) {
        int vector = Kernels.vector(List.of(x, y));
        return kernels.launch(FILE, "copy", Kernels.defines(y.dtype(), vector))
                .over(Kernels.vectors(y, vector))
                .tensor(x)
                .tensor(y)
                .build();
    }

    private static DeviceKernel cast(KernelLibrary kernels, CudaTensor x, CudaTensor y) {
        boolean widen = y.dtype() == DType.F32;
        CudaTensor half = widen ? x : y;
        int vector = x.aligned(8) && y.aligned(8) ? 8 : 1;
        return kernels.launch(FILE, widen ? "widenAll" : "narrowAll", Kernels.defines(half.dtype(), vector))
                .over(Kernels.vectors(y, vector))
                .tensor(x)
                .tensor(y)
                .build();
    }

    private static DeviceKernel fill(KernelLibrary kernels, CudaTensor y, long source, double scale) {
        int vector = Kernels.vector(List.of(y));
        return kernels.launch(FILE, "fill", Kernels.defines(y.dtype(), vector))
                .over(Kernels.vectors(y, vector))
                .tensor(y)
                .pointer(source)
                .float32(scale)
                .build();
    }

    private static DeviceKernel normalize(KernelLibrary kernels, Call call, CudaPlaces places, float scale) {
        CudaTensor x = places.at(call.input(0));
        CudaTensor y = places.at(call.output(0));
        if (x.dtype() != DType.U8 || !x.dense() || !y.dense()) {
            throw new IllegalArgumentException("images must be dense bytes");
        }
        return kernels.launch(FILE, "normalizeBytes", Kernels.defines(y.dtype(), 1))
                .over(Math.ceilDiv(x.elements(), 4L))
                .pointer(x.address())
                .pointer(y.address())
                .float32(scale)
                .int64(x.elements())
                .build();
    }

    /** Copies between a whole and its parts where they do not lie in each other already. */
    private static List<DeviceKernel> copies(
            KernelLibrary kernels, CudaPlaces places, List<Slab> parts, Slab whole, Axis axis, boolean join) {
        List<DeviceKernel> copies = new ArrayList<>();
        int offset = 0;
        for (Slab part : parts) {
            boolean rows = axis == Axis.ROWS;
            CudaTensor place = places.at(whole.slice(rows ? offset : 0, rows ? 0 : offset, part.spec()));
            CudaTensor own = places.at(part);
            if (place.address() != own.address()) {
                copies.add(join ? copy(kernels, own, place) : copy(kernels, place, own));
            }
            offset += rows ? part.shape().pixels() : part.shape().channels();
        }
        return copies;
    }
}
