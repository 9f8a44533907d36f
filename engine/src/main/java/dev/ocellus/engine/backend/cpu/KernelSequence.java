package dev.ocellus.engine.backend.cpu;

import java.util.List;

/** Several kernels for one call, one after the other. */
final class KernelSequence implements Kernel {
    private final Kernel[] kernels;

    KernelSequence(List<Kernel> kernels) {
        this.kernels = kernels.toArray(Kernel[]::new);
    }

    @Override
    public long scratchBytes(int threads) {
        long most = 0;
        for (Kernel kernel : kernels) {
            most = Math.max(most, kernel.scratchBytes(threads));
        }
        return most;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        for (Kernel kernel : kernels) {
            kernel.run(pool, scratch);
        }
    }
}
