package dev.ocellus.app.charts;

/** Places the values of a span on a line of pixels, evenly or by their logarithm. */
record Axis(Span values, double from, double to, boolean logarithmic) {

    double pixel(double value) {
        return from + (to - from) * fraction(value);
    }

    double value(double pixel) {
        double fraction = (pixel - from) / (to - from);
        if (logarithmic) {
            double low = Math.log10(values.low());
            return Math.pow(10, low + fraction * (Math.log10(values.high()) - low));
        }
        return values.low() + fraction * values.length();
    }

    private double fraction(double value) {
        if (values.length() == 0) {
            return 0.5;
        }
        if (logarithmic) {
            double low = Math.log10(values.low());
            return (Math.log10(Math.max(value, Double.MIN_NORMAL)) - low) / (Math.log10(values.high()) - low);
        }
        return (value - values.low()) / values.length();
    }
}
