package dev.ocellus.engine.parity;

/** Keeps the largest relative deviation of one quantity of one case. Not safe for several threads. */
final class Comparison {
    private final String subject;
    private final String quantity;
    private final double limit;
    private double largest;
    private String where = "";

    Comparison(String subject, String quantity, double limit) {
        this.subject = subject;
        this.quantity = quantity;
        this.limit = limit;
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
        if (where.isEmpty() || relative > largest || Double.isNaN(relative)) {
            largest = Double.isNaN(relative) ? Double.POSITIVE_INFINITY : relative;
            where = element;
        }
    }

    Deviation result() {
        return new Deviation(subject, quantity, largest, where, limit);
    }
}
