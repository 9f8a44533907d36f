package dev.ocellus.app.charts;

import java.util.List;

/** Finds the span of y values that a chart has to show. */
final class ValueRange {

    private static final double MARGIN = 0.06;

    private ValueRange() {}

    /** Covers what {@code curves} hold over {@code xs}, with some air; only positive values on a logarithmic axis. */
    static Span of(List<Curve> curves, Span xs, boolean logarithmic) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Curve curve : curves) {
            for (int i = 0; i < curve.size(); i++) {
                double y = curve.y(i);
                if (xs.contains(curve.x(i)) && (!logarithmic || y > 0)) {
                    low = Math.min(low, y);
                    high = Math.max(high, y);
                }
            }
        }
        if (low > high) {
            return logarithmic ? new Span(0.1, 1) : new Span(0, 1);
        }
        return logarithmic ? padRatio(low, high) : padDifference(low, high);
    }

    private static Span padRatio(double low, double high) {
        double ratio = Math.max(1.2, Math.pow(high / low, MARGIN));
        return new Span(low / ratio, high * ratio);
    }

    private static Span padDifference(double low, double high) {
        double air = high > low ? (high - low) * MARGIN : Math.max(Math.abs(low) * 0.1, 1e-6);
        double floor = low >= 0 ? Math.max(0, low - air) : low - air;
        return new Span(floor, high + air);
    }
}
