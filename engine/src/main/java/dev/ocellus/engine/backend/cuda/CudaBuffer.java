package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.StoreBuffer;
import java.lang.foreign.MemorySegment;

/** A store in device memory. */
final class CudaBuffer implements StoreBuffer {
    private final CudaContext context;
    private final DeviceMemory memory;
    private final long elements;

    CudaBuffer(CudaContext context, long elements) {
        this.context = context;
        this.elements = elements;
        memory = new DeviceMemory(elements * Float.BYTES);
        clear();
    }

    /** Device address. */
    long address() {
        return memory.address();
    }

    /** The memory itself. */
    DeviceMemory memory() {
        return memory;
    }

    @Override
    public long elements() {
        return elements;
    }

    @Override
    public void write(long offset, MemorySegment source) {
        context.enter();
        context.transfers().write(memory, offset * Float.BYTES, source);
    }

    @Override
    public void read(long offset, MemorySegment target) {
        context.enter();
        context.transfers().read(memory, offset * Float.BYTES, target);
    }

    @Override
    public void clear() {
        context.enter();
        memory.fill((byte) 0, context.stream());
    }

    @Override
    public void close() {
        context.enter();
        memory.close();
    }
}
