package dev.ocellus.engine.backend.cuda;

import java.util.List;

/** Kernels that do a call together, in order. They share one scratch memory, through which they may hand each other data. */
record KernelList(List<DeviceKernel> kernels) implements DeviceKernel {
    KernelList {
        kernels = List.copyOf(kernels);
    }

    static KernelList of(DeviceKernel... kernels) {
        return new KernelList(List.of(kernels));
    }

    @Override
    public long scratchBytes() {
        return kernels.stream().mapToLong(DeviceKernel::scratchBytes).max().orElse(0);
    }

    @Override
    public void scratch(long address) {
        kernels.forEach(kernel -> kernel.scratch(address));
    }

    @Override
    public void enqueue(CudaStream stream) {
        for (DeviceKernel kernel : kernels) {
            kernel.enqueue(stream);
        }
    }

    @Override
    public void close() {
        kernels.forEach(DeviceKernel::close);
    }
}
