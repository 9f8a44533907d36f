package dev.ocellus.engine.backend.cuda;

import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemFree;

import java.lang.foreign.MemorySegment;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;

/** A piece of device memory. Owned by whoever made it; used on the thread of its context. */
final class DeviceMemory extends CUdeviceptr implements AutoCloseable {
    private final long bytes;
    private boolean open;

    /** Allocates; the contents are undefined. */
    DeviceMemory(long bytes) {
        this.bytes = bytes;
        Driver.check(cuMemAlloc(this, Math.max(bytes, 1)), "allocate %,d bytes".formatted(bytes));
        open = true;
    }

    /** Device address of the first byte. */
    long address() {
        return getNativePointer();
    }

    /** Size. */
    long bytes() {
        return bytes;
    }

    /** Fills all bytes. */
    void fill(byte value, CudaStream stream) {
        Driver.check(JCudaDriver.cuMemsetD8Async(this, value, bytes, stream), "fill memory");
    }

    /** Enqueues a copy from the host's memory, which must stay as it is until the copy is done. */
    void write(long offset, MemorySegment source, CudaStream stream) {
        Driver.check(
                JCudaDriver.cuMemcpyHtoDAsync(withByteOffset(offset), host(source), source.byteSize(), stream),
                "receive data");
    }

    /** Enqueues a copy to the host's memory. */
    void read(long offset, MemorySegment target, CudaStream stream) {
        Driver.check(
                JCudaDriver.cuMemcpyDtoHAsync(host(target), withByteOffset(offset), target.byteSize(), stream),
                "send data");
    }

    private static Pointer host(MemorySegment memory) {
        return Pointer.to(memory.asByteBuffer());
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            cuMemFree(this);
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
