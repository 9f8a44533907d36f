package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.program.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the kernel for each call of a program and binds it to its operands. */
final class CudaKernelFactory {
    private static final List<CallBinder> BINDERS = List.of(
            new ConvolutionKernels(),
            new BatchNormKernels(),
            new NetworkKernels(),
            new PoolKernels(),
            new DetectionKernels(),
            new UpdateKernels());

    private CudaKernelFactory() {}

    /**
     * One kernel for each call.
     *
     * @throws UnsupportedOperationException if there is none for an operation
     */
    static DeviceKernel[] create(List<Call> calls, CudaPlaces places, CudaContext context) {
        return calls.stream().map(call -> bind(call, places, context)).toArray(DeviceKernel[]::new);
    }

    private static DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        for (CallBinder binder : BINDERS) {
            @Nullable DeviceKernel kernel = binder.bind(call, places, context);
            if (kernel != null) {
                return kernel;
            }
        }
        throw new UnsupportedOperationException(
                "the GPU has no kernel for " + call.node().op().name());
    }
}
