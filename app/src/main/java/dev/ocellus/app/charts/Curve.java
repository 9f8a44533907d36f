package dev.ocellus.app.charts;

import java.util.Arrays;

/**
 * A named line of a chart: points with growing x. Bounded: when it is full, each two neighbours become their mean, so a
 * run of any length keeps its whole shape. Belongs to one thread.
 */
public final class Curve {

    private static final int CAPACITY = 16_384;

    /** Which value of a curve is its best. */
    public enum Goal {
        LOWEST,
        HIGHEST,
        NONE
    }

    private final String name;
    private final int colour;
    private final Goal goal;
    private double[] xs = new double[256];
    private double[] ys = new double[256];
    private int size;
    private int stride = 1;
    private int pending;
    private double pendingX;
    private double pendingY;
    private double last = Double.NaN;
    private double best = Double.NaN;
    private double bestX = Double.NaN;

    /** @param colour number of the series colour, from 0 */
    public Curve(String name, int colour, Goal goal) {
        this.name = name;
        this.colour = colour;
        this.goal = goal;
    }

    public String name() {
        return name;
    }

    public int colour() {
        return colour;
    }

    public int size() {
        return size;
    }

    public double x(int index) {
        return xs[index];
    }

    public double y(int index) {
        return ys[index];
    }

    /** The value added last, never a mean; NaN while there is none. */
    public double last() {
        return last;
    }

    /** The best value added so far, never a mean; NaN while there is none or the curve has no goal. */
    public double best() {
        return best;
    }

    /** Where the best value stands. */
    public double bestX() {
        return bestX;
    }

    /** Adds a point; values that are not finite are left out, as no chart can place them. */
    public void add(double x, double y) {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            return;
        }
        last = y;
        if (beats(y)) {
            best = y;
            bestX = x;
        }
        pendingX += x;
        pendingY += y;
        if (++pending < stride) {
            return;
        }
        if (size == CAPACITY) {
            halve();
        }
        if (size == xs.length) {
            xs = Arrays.copyOf(xs, size * 2);
            ys = Arrays.copyOf(ys, size * 2);
        }
        xs[size] = pendingX / pending;
        ys[size] = pendingY / pending;
        size++;
        pending = 0;
        pendingX = 0;
        pendingY = 0;
    }

    public void clear() {
        size = 0;
        stride = 1;
        pending = 0;
        pendingX = 0;
        pendingY = 0;
        last = Double.NaN;
        best = Double.NaN;
        bestX = Double.NaN;
    }

    private boolean beats(double y) {
        return switch (goal) {
            case LOWEST -> !(y >= best);
            case HIGHEST -> !(y <= best);
            case NONE -> false;
        };
    }

    private void halve() {
        for (int i = 0; i < size / 2; i++) {
            xs[i] = (xs[2 * i] + xs[2 * i + 1]) / 2;
            ys[i] = (ys[2 * i] + ys[2 * i + 1]) / 2;
        }
        size /= 2;
        stride *= 2;
    }
}
