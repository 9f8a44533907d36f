package dev.ocellus.engine.data.sample;

import java.util.SplittableRandom;

/** Value noise: random numbers on a square grid, blended smoothly in between. */
final class SampleNoise {
    private final int cells;
    private final double[] values;

    SampleNoise(SplittableRandom random, int cells) {
        this.cells = cells;
        this.values = random.doubles((long) (cells + 1) * (cells + 1)).toArray();
    }

    /** The value at a pixel of a picture with {@code size} pixels a side, 0 to 1. */
    double at(int x, int y, int size) {
        double gx = (double) x * cells / size;
        double gy = (double) y * cells / size;
        int column = (int) gx;
        int row = (int) gy;
        double fx = smooth(gx - column);
        double fy = smooth(gy - row);
        double top = blend(value(column, row), value(column + 1, row), fx);
        double bottom = blend(value(column, row + 1), value(column + 1, row + 1), fx);
        return blend(top, bottom, fy);
    }

    private double value(int column, int row) {
        return values[row * (cells + 1) + column];
    }

    private static double smooth(double t) {
        return t * t * (3 - 2 * t);
    }

    private static double blend(double a, double b, double t) {
        return a + t * (b - a);
    }
}
