package dev.ocellus.app.viewmodels;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Remaining time from the median of the latest steps, so that one slow step does not move it, plus the validations
 * still to come. Says nothing until enough has been measured.
 */
final class Eta {

    private static final int WINDOW = 101;
    private static final int LEAST_STEPS = 4;

    private final long[] recent = new long[WINDOW];
    private int count;
    private long validationNanos;

    void step(long nanos) {
        recent[count++ % WINDOW] = nanos;
    }

    void validation(long nanos) {
        validationNanos = nanos;
    }

    void reset() {
        count = 0;
        validationNanos = 0;
    }

    Optional<Duration> remaining(long stepsLeft, int validationsLeft) {
        if (count < LEAST_STEPS) {
            return Optional.empty();
        }
        long nanos = medianNanos() * stepsLeft + validationNanos * validationsLeft;
        return Optional.of(Duration.ofNanos(
                Math.max(nanos, stepsLeft > 0 ? Duration.ofSeconds(1).toNanos() : 0)));
    }

    /** Median time of a step; 0 before the first. */
    long medianNanos() {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(recent, Math.min(count, WINDOW));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
