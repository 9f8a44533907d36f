package dev.ocellus.engine.backend.cuda;

import static jcuda.driver.JCudaDriver.cuStreamCreate;
import static jcuda.driver.JCudaDriver.cuStreamDestroy;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUstream;

/** A queue of work on the device. Belongs to a context; used by one thread at a time. */
final class CudaStream extends CUstream implements AutoCloseable {
    /** CU_STREAM_NON_BLOCKING: does not wait for the default stream. */
    private static final int NON_BLOCKING = 1;

    private boolean open;

    /** Makes a stream of the current context. */
    CudaStream() {
        Driver.check(cuStreamCreate(this, NON_BLOCKING), "create a stream");
        open = true;
    }

    /** The handle, as native functions take it. */
    MemorySegment handle() {
        return MemorySegment.ofAddress(getNativePointer());
    }

    /** Waits until all work is done. */
    void synchronize() {
        Driver.check(cuStreamSynchronize(this), "run a step");
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            cuStreamDestroy(this);
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
