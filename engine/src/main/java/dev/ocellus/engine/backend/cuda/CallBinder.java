package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.program.Call;
import org.jspecify.annotations.Nullable;

/** Chooses the kernels for calls of some operations and binds them to their operands. */
@FunctionalInterface
interface CallBinder {
    /** The kernel for a call; null if the operation is not one of this binder's. */
    @Nullable
    DeviceKernel bind(Call call, CudaPlaces places, CudaContext context);
}
