package dev.ocellus.app.services;

import java.util.ArrayList;
import java.util.List;

/**
 * Between an engine thread that writes and a view that reads now and then. The writer never waits for the reader: when
 * the buffer is full, what comes is dropped and counted. The lock is held for one append or one swap of lists.
 */
public final class BoundedBuffer<T> {

    private final int capacity;
    private List<T> filling = new ArrayList<>();
    private long dropped;

    public BoundedBuffer(int capacity) {
        this.capacity = capacity;
    }

    public synchronized void offer(T value) {
        if (filling.size() < capacity) {
            filling.add(value);
        } else {
            dropped++;
        }
    }

    /** Takes everything that has come since the last call. */
    public synchronized List<T> drain() {
        List<T> full = filling;
        filling = new ArrayList<>();
        return full;
    }

    /** How many values were lost because the reader was too slow. */
    public synchronized long dropped() {
        return dropped;
    }
}
