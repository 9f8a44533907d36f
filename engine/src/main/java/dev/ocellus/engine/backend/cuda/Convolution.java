package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.cuda.ConvolutionSearch.Operands;
import dev.ocellus.engine.backend.cuda.ConvolutionSearch.Plan;
import java.lang.foreign.MemorySegment;

/** A convolution by one of cuDNN's plans. */
final class Convolution implements DeviceKernel {
    private final Cudnn cudnn;
    private final Plan plan;
    private final Operands operands;
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
        pack = ConvolutionSearch.pack(cudnn, operands, address).address();
    }

    @Override
    public void enqueue(CudaStream stream) {
        int status = cudnn.execute(plan.descriptor(), pack, stream);
        if (status != Cudnn.SUCCESS) {
            Cudnn.check(status, "run a convolution");
        }
    }
}
