package dev.ocellus.engine.data.augment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.jspecify.annotations.Nullable;

/**
 * One piece of native memory that is used again and again: each allocation takes the place of the one before, whose
 * content is lost. Grows when it has to. For one thread at a time; {@link #close} frees it.
 */
public final class Scratch implements SegmentAllocator, AutoCloseable {

    private static final long ALIGNMENT = 64;

    private @Nullable Arena arena;
    private MemorySegment memory = MemorySegment.NULL;

    /** @param byteAlignment at most 64 */
    @Override
    @SuppressWarnings("MustBeClosedChecker") // close() and the next growth do it
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        if (byteAlignment > ALIGNMENT) {
            throw new IllegalArgumentException("no alignment to " + byteAlignment + " bytes");
        }
        if (byteSize > memory.byteSize()) {
            close();
            arena = Arena.ofShared();
            memory = arena.allocate(byteSize, ALIGNMENT);
        }
        return memory.asSlice(0, byteSize);
    }

    /** Bytes held. */
    public long byteSize() {
        return memory.byteSize();
    }

    @Override
    public void close() {
        memory = MemorySegment.NULL;
        if (arena != null) {
            arena.close();
            arena = null;
        }
    }
}
