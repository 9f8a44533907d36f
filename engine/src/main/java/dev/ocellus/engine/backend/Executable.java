package dev.ocellus.engine.backend;

import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A program on a device, with its arena. Runs any number of times; allocates nothing after it was made. */
public interface Executable extends AutoCloseable {
    /** The program. */
    Program program();

    /** Copies the whole of an input from the host. */
    void write(String input, MemorySegment source);

    /** Copies an output to the host, dense and row-major. */
    void read(String output, MemorySegment target);

    /** Executes a part of the step; returns when it is done or enqueued, reads wait for it. */
    void run(Segment segment);

    /** Measures each call from now on; null ends it. Without an observer nothing is paid. */
    void observe(@Nullable CallObserver observer);

    @Override
    void close();
}
