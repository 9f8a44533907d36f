package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.backend.StoreBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A store in native memory of its own. */
final class CpuBuffer implements StoreBuffer {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    CpuBuffer(long elements) {
        memory = Memory.allocate(arena, elements * Float.BYTES);
    }

    MemorySegment memory() {
        return memory;
    }

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
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
