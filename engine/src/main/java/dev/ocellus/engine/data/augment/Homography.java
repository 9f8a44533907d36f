package dev.ocellus.engine.data.augment;

/**
 * A projective map of the plane, (x, y) to ((ax + by + c) / w, (dx + ey + f) / w) with w = gx + hy + i. Points are
 * measured between pixel edges: the centre of the first pixel is (0.5, 0.5). Immutable.
 */
record Homography(double a, double b, double c, double d, double e, double f, double g, double h, double i) {

    static Homography translation(double dx, double dy) {
        return affine(1, 0, dx, 0, 1, dy);
    }

    static Homography affine(double a, double b, double c, double d, double e, double f) {
        return new Homography(a, b, c, d, e, f, 0, 0, 1);
    }

    /** The map that does the other one first, then this one. */
    Homography after(Homography first) {
        return new Homography(
                a * first.a + b * first.d + c * first.g,
                a * first.b + b * first.e + c * first.h,
                a * first.c + b * first.f + c * first.i,
                d * first.a + e * first.d + f * first.g,
                d * first.b + e * first.e + f * first.h,
                d * first.c + e * first.f + f * first.i,
                g * first.a + h * first.d + i * first.g,
                g * first.b + h * first.e + i * first.h,
                g * first.c + h * first.f + i * first.i);
    }

    /** The map back, up to a positive factor: w keeps its sign. */
    Homography inverse() {
        double sign = Math.signum(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g));
        return new Homography(
                sign * (e * i - f * h),
                sign * (c * h - b * i),
                sign * (b * f - c * e),
                sign * (f * g - d * i),
                sign * (a * i - c * g),
                sign * (c * d - a * f),
                sign * (d * h - e * g),
                sign * (b * g - a * h),
                sign * (a * e - b * d));
    }

    /** Whether parallel lines stay parallel. */
    boolean affine() {
        return g == 0 && h == 0;
    }

    /** The denominator; positive for what lies in front of the viewer. */
    double w(double x, double y) {
        return g * x + h * y + i;
    }

    /** Writes the image of a point. */
    void apply(double x, double y, double[] point) {
        double w = w(x, y);
        point[0] = (a * x + b * y + c) / w;
        point[1] = (d * x + e * y + f) / w;
    }

    /** The same map between pixel numbers, where the centre of the first pixel is (0, 0): what OpenCV takes. */
    Homography betweenPixelCentres() {
        return translation(-0.5, -0.5).after(this).after(translation(0.5, 0.5));
    }

    /** Coefficients of an affine map, by rows. */
    double[] rows2() {
        return new double[] {a / i, b / i, c / i, d / i, e / i, f / i};
    }

    /** All coefficients, by rows. */
    double[] rows3() {
        return new double[] {a, b, c, d, e, f, g, h, i};
    }
}
