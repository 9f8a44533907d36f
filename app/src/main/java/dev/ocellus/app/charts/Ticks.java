package dev.ocellus.app.charts;

import java.util.ArrayList;
import java.util.List;

/** Round values at which an axis is labelled. */
final class Ticks {

    private Ticks() {}

    /** Multiples of 1, 2 or 5 times a power of ten inside the span, about {@code wanted} of them. */
    static List<Double> linear(Span span, int wanted) {
        List<Double> ticks = new ArrayList<>();
        if (!(span.length() > 0)) {
            ticks.add(span.low());
            return ticks;
        }
        double step = roundStep(span.length() / Math.max(1, wanted));
        long first = (long) Math.ceil(span.low() / step - 1e-9);
        long last = (long) Math.floor(span.high() / step + 1e-9);
        for (long i = first; i <= last; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** Like {@link #linear}, never closer than whole numbers: for axes that count steps or epochs. */
    static List<Double> whole(Span span, int wanted) {
        return linear(span, (int) Math.max(1, Math.min(wanted, Math.floor(span.length()))));
    }

    /** Powers of ten inside the span, or round values between them where the span holds fewer than two. */
    static List<Double> logarithmic(Span span, int wanted) {
        int first = (int) Math.ceil(Math.log10(span.low()) - 1e-9);
        int last = (int) Math.floor(Math.log10(span.high()) + 1e-9);
        if (last - first < 1) {
            return linear(span, wanted);
        }
        List<Double> ticks = new ArrayList<>();
        int stride = Math.max(1, (last - first + wanted) / Math.max(1, wanted));
        for (int power = first; power <= last; power += stride) {
            ticks.add(Math.pow(10, power));
        }
        return ticks;
    }

    /** How many digits after the point tell two neighbouring ticks apart. */
    static int fractionDigits(List<Double> ticks) {
        if (ticks.size() < 2) {
            return 2;
        }
        double step = Math.abs(ticks.get(1) - ticks.get(0));
        return (int) Math.max(0, Math.min(8, Math.ceil(-Math.log10(step) - 1e-9)));
    }

    private static double roundStep(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double lead = rough / power;
        double round = lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10;
        return round * power;
    }
}
