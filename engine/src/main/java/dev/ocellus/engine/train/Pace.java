package dev.ocellus.engine.train;

/**
 * Time of a step and of a validation as they are now, for the estimate of the time left. Exponential averages; the first
 * step of a process is left out because it compiles. Used by the thread that trains.
 */
final class Pace {
    private static final double WEIGHT = 0.05;

    private double stepSeconds = Double.NaN;
    private double validationSeconds = Double.NaN;
    private int steps;

    void step(double seconds) {
        if (steps++ > 0) {
            stepSeconds = mix(stepSeconds, seconds, WEIGHT);
        }
    }

    void validation(double seconds) {
        validationSeconds = mix(validationSeconds, seconds, 0.5);
    }

    /** Seconds for the given work; not a number while steps were not measured. */
    double seconds(long stepsLeft, int validationsLeft) {
        return stepsLeft * stepSeconds + (Double.isNaN(validationSeconds) ? 0 : validationsLeft * validationSeconds);
    }

    private static double mix(double average, double value, double weight) {
        return Double.isNaN(average) ? value : average + weight * (value - average);
    }
}
