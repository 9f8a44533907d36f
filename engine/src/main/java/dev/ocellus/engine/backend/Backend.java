package dev.ocellus.engine.backend;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Program;
import java.util.Map;

/**
 * A device that executes programs. Owns everything that it allocates: closing it frees all. One thread at a time may use
 * a backend and what it made.
 */
public interface Backend extends AutoCloseable {
    /** Short name, as in {@code device=cpu}. */
    String name();

    /** The device in words, for the log and the run record. */
    String description();

    /** Memory for a store, filled with zeros. */
    StoreBuffer allocate(Store store, long elements);

    /**
     * Prepares a program.
     *
     * @param stores memory of each store that the program uses
     * @throws IllegalArgumentException if a store is missing or too small
     * @throws UnsupportedOperationException if this backend has no kernel for an operation; the message names it
     */
    Executable compile(Program program, Map<Store, StoreBuffer> stores);

    @Override
    void close();
}
