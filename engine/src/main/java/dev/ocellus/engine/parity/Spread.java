package dev.ocellus.engine.parity;

/**
 * How far the elements of one quantity are from their reference values.
 *
 * @param largest largest relative deviation
 * @param median median of the relative deviations
 */
public record Spread(double largest, double median) {
    /** The spread within which everything is. */
    static final Spread ANY = new Spread(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** Allows any median. */
    static Spread upTo(double largest) {
        return new Spread(largest, Double.POSITIVE_INFINITY);
    }

    Spread times(double factor) {
        return new Spread(largest * factor, median * factor);
    }

    /** Whether neither figure is above that of another spread. What is not a number never is. */
    boolean within(Spread other) {
        return largest <= other.largest && median <= other.median;
    }
}
