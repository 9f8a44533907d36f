package dev.ocellus.app.charts;

/** A closed interval of data values. */
record Span(double low, double high) {

    double length() {
        return high - low;
    }

    /** The span seen after zooming by {@code factor} (below 1 = closer) while {@code centre} keeps its place. */
    Span zoom(double factor, double centre) {
        return new Span(centre - (centre - low) * factor, centre + (high - centre) * factor);
    }

    Span shift(double distance) {
        return new Span(low + distance, high + distance);
    }

    /** This span moved and, where it is too long, cut so that it lies within {@code whole}. */
    Span within(Span whole) {
        if (length() >= whole.length()) {
            return whole;
        }
        double over = Math.max(0, high - whole.high());
        double under = Math.max(0, whole.low() - low);
        return shift(under - over);
    }

    boolean contains(double value) {
        return value >= low && value <= high;
    }
}
