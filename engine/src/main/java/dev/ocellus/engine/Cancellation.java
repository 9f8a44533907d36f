package dev.ocellus.engine;

import java.util.concurrent.CancellationException;

/**
 * A request to stop, made by one thread and looked at by others between two pieces of work. It cannot be taken back.
 * Safe for use by any number of threads.
 */
public final class Cancellation {

    private volatile boolean requested;

    /** Asks the work to stop. */
    public void cancel() {
        requested = true;
    }

    /** Whether a stop has been asked for. */
    public boolean requested() {
        return requested;
    }

    /** @throws CancellationException if a stop has been asked for */
    public void check() {
        if (requested) {
            throw new CancellationException("cancelled");
        }
    }
}
