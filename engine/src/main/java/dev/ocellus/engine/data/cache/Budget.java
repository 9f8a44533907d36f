package dev.ocellus.engine.data.cache;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that may still be used. Safe for any number of threads. */
final class Budget {

    private final AtomicLong left;

    Budget(long bytes) {
        left = new AtomicLong(bytes);
    }

    /** Takes some, or none where they are not left. */
    boolean take(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    /** Gives some back. */
    void give(long bytes) {
        left.addAndGet(bytes);
    }

    /** A number of bytes as people write it. */
    static String text(long bytes) {
        return bytes >= 1L << 30 ? "%.1f GiB".formatted(bytes / 0x1p30) : "%.0f MiB".formatted(bytes / 0x1p20);
    }
}
