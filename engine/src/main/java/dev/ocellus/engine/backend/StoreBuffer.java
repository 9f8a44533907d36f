package dev.ocellus.engine.backend;

import java.lang.foreign.MemorySegment;

/** Float32 memory of a backend that outlives a step. Freed with its backend, or earlier by {@link #close}. */
public interface StoreBuffer extends AutoCloseable {
    /** Number of elements. */
    long elements();

    /** Copies float32 numbers from the host to the elements from {@code offset} on. */
    void write(long offset, MemorySegment source);

    /** Copies the elements from {@code offset} on to the host; the target's size tells how many. */
    void read(long offset, MemorySegment target);

    /** Sets all elements to zero. */
    void clear();

    @Override
    void close();
}
