package dev.ocellus.engine.backend;

import java.util.concurrent.ThreadFactory;

/**
 * Makes backends of one kind. Providers are asked in order of rank; one that cannot work here says why and what would
 * help, and the next is asked.
 */
public interface BackendProvider {
    /** What a backend may use of the machine. */
    record Settings(int threads, ThreadFactory threadFactory) {}

    /** Short name, as in {@code device=cpu}. */
    String name();

    /** Higher ranks are preferred for {@code device=auto}. */
    int rank();

    /**
     * Opens the device.
     *
     * @throws dev.ocellus.engine.StudioException if it cannot work here; the message has the cause, the cure what would help
     */
    Backend open(Settings settings);
}
