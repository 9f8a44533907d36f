package dev.ocellus.engine.backend.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the programs of a backend use by turns, since only one of them runs at a time: as large as the largest of them
 * asked for. It moves when it grows, and what was in it is lost then. For one thread.
 */
final class Workspace implements AutoCloseable {
    private Arena scope = Arena.ofShared();
    private MemorySegment memory = MemorySegment.NULL;
    private @Nullable Object user;
    private boolean closed;

    /** Makes it large enough; returns its address. */
    long reserve(long bytes) {
        if (closed) {
            throw new IllegalStateException("the backend is closed");
        }
        if (memory.byteSize() < bytes) {
            scope.close(); // first, so that both are never there together
            scope = Arena.ofShared();
            user = null;
            memory = MemorySegment.NULL;
            memory = Memory.allocate(scope, bytes);
        }
        return memory.address();
    }

    /** What is in it belongs to {@code next} from now on. */
    void give(Object next) {
        user = next;
    }

    /** Whether what is in it still belongs to {@code one}. */
    boolean belongsTo(Object one) {
        return user == one;
    }

    MemorySegment memory() {
        return memory;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            memory = MemorySegment.NULL;
            scope.close();
        }
    }
}
