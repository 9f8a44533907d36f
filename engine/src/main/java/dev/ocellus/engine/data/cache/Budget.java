package dev.ocellus.engine.data.cache;

import java.util.Locale;
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
        return bytes >= 1L << 30
                ? String.format(Locale.ROOT, "%.1f GiB", bytes / 0x1p30)
                : String.format(Locale.ROOT, "%.0f MiB", bytes / 0x1p20);
    }
}
