package dev.ocellus.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last events of a run, for any number of watchers. A ring: publishing writes one slot and never waits, allocates
 * beyond the event or knows of watchers; a watcher that falls behind by more than the ring's size loses the oldest
 * events, and is told how many. Publishing is safe from any thread.
 */
public final class RunEvents {

    private record Entry(long number, RunEvent event) {}

    private final AtomicReferenceArray<@Nullable Entry> ring;
    private final AtomicLong published = new AtomicLong();

    /** @param capacity events kept for a watcher that does not look */
    public RunEvents(int capacity) {
        ring = new AtomicReferenceArray<>(capacity);
    }

    /** Tells all watchers. */
    public void publish(RunEvent event) {
        long number = published.getAndIncrement();
        Entry entry = new Entry(number, event);
        // A thread that was held up here for a whole round must not hide a newer event.
        ring.accumulateAndGet(
                slot(number), entry, (old, mine) -> old == null || old.number() < mine.number() ? mine : old);
    }

    /** A watcher of everything that is published from now on. */
    public Watcher watch() {
        return new Watcher(published.get());
    }

    private int slot(long number) {
        return (int) (number % ring.length());
    }

    /** One reader's place in the stream. For one thread at a time. */
    public final class Watcher {

        private long next;
        private long dropped;

        private Watcher(long next) {
            this.next = next;
        }

        /** The events since the last call, in order; empty if there are none. */
        public List<RunEvent> drain() {
            List<RunEvent> events = new ArrayList<>();
            long end = published.get();
            if (end - next > ring.length()) {
                skipTo(end - ring.length());
            }
            while (next < end) {
                Entry entry = ring.get(slot(next));
                if (entry == null || entry.number() < next) {
                    break; // being written this very moment
                }
                skipTo(entry.number());
                events.add(entry.event());
                next++;
            }
            return events;
        }

        /** Events that were overwritten before this watcher looked. */
        public long dropped() {
            return dropped;
        }

        private void skipTo(long number) {
            dropped += number - next;
            next = number;
        }
    }
}
