package dev.ocellus.engine.backend;

import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A program on a device. Runs any number of times; allocates nothing after it was made.
 *
 * <p>Programs of one backend may share an arena. So inputs, and outputs that are no stores, are there only until another program
 * is compiled, written to or run; outputs are read before. A device that shares says so with an {@link IllegalStateException} instead
 * of giving what is no longer there.
 */
public interface Executable extends AutoCloseable {
    /** The program. */
    Program program();

    /** Copies the whole of an input from the host. */
    void write(String input, MemorySegment source);

    /** Copies an output to the host, dense and row-major. */
    void read(String output, MemorySegment target);

    /** Executes a part of the step; returns when it is done or enqueued, reads wait for it. */
    void run(Segment segment);

    /** Whether {@link #capture} works here at all. */
    default boolean capturable() {
        return false;
    }

    /**
     * Records a part of the step, so that {@link #run} starts recorded calls as a whole from then on. Runs nothing and changes no
     * result.
     *
     * @return what was recorded
     * @throws dev.ocellus.engine.StudioException if the device refuses; the segment then runs call by call as before
     */
    default Captured capture(Segment segment, CaptureScope scope) {
        throw new UnsupportedOperationException("this device records nothing");
    }

    /**
     * What a recording consists of.
     *
     * @param recordings number of pieces, each started as a whole
     * @param nodes kernels and copies in them together
     * @param eager calls that are still enqueued one by one
     */
    record Captured(int recordings, int nodes, int eager) {}

    /** Forgets all recordings. */
    default void release() {}

    /** Measures each call from now on; null ends it. Without an observer nothing is paid. */
    void observe(@Nullable CallObserver observer);

    @Override
    void close();
}
