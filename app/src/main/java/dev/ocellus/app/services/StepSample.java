package dev.ocellus.app.services;

import java.util.Map;

/**
 * One training step as it was measured.
 *
 * @param step number of the step in the run, from 1
 * @param loss total loss
 * @param parts loss components by name
 * @param nanos time from the end of the previous step to the end of this one
 * @param waitNanos of it, time spent waiting for input data
 * @param images images in the batch
 */
public record StepSample(
        long step,
        double loss,
        Map<String, Double> parts,
        double learningRate,
        long nanos,
        long waitNanos,
        int images) {}
