package dev.ocellus.engine.backend.nop;

import dev.ocellus.engine.backend.StoreBuffer;
import java.lang.foreign.MemorySegment;

/** A store on the Java heap. */
record NopBuffer(MemorySegment memory) implements StoreBuffer {
    @Override
    public long elements() {
        return memory.byteSize() / Float.BYTES;
    }

    @Override
    public void write(long offset, MemorySegment source) {
        MemorySegment.copy(source, 0, memory, offset * Float.BYTES, source.byteSize());
    }

    @Override
    public void read(long offset, MemorySegment target) {
        MemorySegment.copy(memory, offset * Float.BYTES, target, 0, target.byteSize());
    }

    @Override
    public void clear() {
        memory.fill((byte) 0);
    }

    @Override
    public void close() {}
}
