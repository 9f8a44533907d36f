package dev.ocellus.engine.backend.cuda;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;

/** Host memory that the device can copy to and from without the driver's own buffer in between. */
final class PinnedMemory implements AutoCloseable {
    private final Pointer pointer = new Pointer();
    private final MemorySegment segment;
    private boolean open;

    PinnedMemory(long bytes) {
        Driver.check(JCudaDriver.cuMemAllocHost(pointer, bytes), "pin %,d bytes of host memory".formatted(bytes));
        open = true;
        segment = MemorySegment.ofBuffer(pointer.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder()));
    }

    /** The memory. */
    MemorySegment segment() {
        return segment;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            JCudaDriver.cuMemFreeHost(pointer);
        }
    }
}
