package dev.ocellus.engine.parity;

import java.util.Arrays;
import java.util.Optional;

/** Collects the relative deviations of one quantity of one case. Not safe for several threads. */
final class Comparison {
    private final String subject;
    private final String quantity;
    private final Spread allowed;
    private final Optional<Spread> autocast;
    private double[] deviations = new double[16];
    private int count;
    private double largest;
    private String where = "";

    /** Compares with what is allowed, and with what PyTorch's autocast shows. */
    Comparison(String subject, String quantity, Spread allowed, Optional<Spread> autocast) {
        this.subject = subject;
        this.quantity = quantity;
        this.allowed = allowed;
        this.autocast = autocast;
    }

    /** Allows each element a relative deviation of {@code limit}. */
    Comparison(String subject, String quantity, double limit) {
        this(subject, quantity, Spread.upTo(limit), Optional.empty());
    }

    /** Compares relative to the expected number. */
    void add(String element, double expected, double actual) {
        add(element, expected, actual, Math.abs(expected));
    }

    /** Compares relative to {@code scale} or the expected number, whichever is larger. */
    void add(String element, double expected, double actual, double scale) {
        double difference = Math.abs(expected - actual);
        double reference = Math.max(Math.abs(expected), scale);
        double relative = difference == 0 ? 0 : difference / reference;
        if (Double.isNaN(relative)) {
            relative = Double.POSITIVE_INFINITY;
        }
        if (where.isEmpty() || relative > largest) {
            largest = relative;
            where = element;
        }
        if (count == deviations.length) {
            deviations = Arrays.copyOf(deviations, 2 * count);
        }
        deviations[count++] = relative;
    }

    Deviation result() {
        return new Deviation(subject, quantity, new Spread(largest, median()), where, allowed, autocast);
    }

    private double median() {
        if (count == 0) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(deviations, count);
        Arrays.sort(sorted);
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }
}
