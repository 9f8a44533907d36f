package dev.ocellus.app.viewmodels;

import java.util.Arrays;

/** Median of the latest values, so that a single slow one does not move it. */
final class RunningMedian {

    private static final int WINDOW = 101;

    private final double[] latest = new double[WINDOW];
    private int count;

    void add(double value) {
        latest[count++ % WINDOW] = value;
    }

    void clear() {
        count = 0;
    }

    /** NaN before the first value. */
    double value() {
        if (count == 0) {
            return Double.NaN;
        }
        double[] sorted = Arrays.copyOf(latest, Math.min(count, WINDOW));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
