package dev.ocellus.app.services;

import java.util.Map;

/**
 * The end of an epoch.
 *
 * @param epoch number, from 1
 * @param loss mean training loss
 * @param metrics validation results by name; empty when this epoch was not validated
 * @param validationNanos time the validation took, 0 without one
 */
public record EpochSample(int epoch, double loss, Map<String, Double> metrics, long validationNanos) {}
