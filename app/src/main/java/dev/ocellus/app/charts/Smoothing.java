package dev.ocellus.app.charts;

/**
 * Exponential moving average with bias correction, so that the first values are not pulled towards zero:
 * {@code m ← w·m + (1 − w)·y}, shown as {@code m / (1 − wⁿ)}.
 */
final class Smoothing {

    private Smoothing() {}

    /** @param weight share of the past, 0 (none) up to below 1 */
    static double[] apply(Curve curve, double weight) {
        double[] smooth = new double[curve.size()];
        double mean = 0;
        double power = 1;
        for (int i = 0; i < smooth.length; i++) {
            mean = weight * mean + (1 - weight) * curve.y(i);
            power *= weight;
            smooth[i] = mean / (1 - power);
        }
        return smooth;
    }
}
