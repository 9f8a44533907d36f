package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.cuda.ConvolutionSearch.Operands;
import dev.ocellus.engine.backend.cuda.ConvolutionSearch.Plan;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A convolution by one of cuDNN's plans. */
final class Convolution implements DeviceKernel {
    private final Cudnn cudnn;
    private final Plan plan;
    private final Operands operands;
    private @Nullable CudnnDescriptor descriptor;
    private MemorySegment pack = MemorySegment.NULL;

    Convolution(Cudnn cudnn, Plan plan, Operands operands) {
        this.cudnn = cudnn;
        this.plan = plan;
        this.operands = operands;
    }

    @Override
    public long scratchBytes() {
        return plan.workspace();
    }

    @Override
    public void scratch(long address) {
        close();
        descriptor = ConvolutionSearch.pack(cudnn, operands, address);
        pack = descriptor.address();
    }

    @Override
    public void enqueue(CudaStream stream) {
        int status = cudnn.execute(plan.descriptor(), pack, stream);
        if (status != Cudnn.SUCCESS) {
            Cudnn.check(status, "run a convolution");
        }
    }

    @Override
    public void close() {
        if (descriptor != null) {
            descriptor.close();
            descriptor = null;
        }
    }
}
