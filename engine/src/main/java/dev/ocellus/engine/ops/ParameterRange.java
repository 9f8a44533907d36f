package dev.ocellus.engine.ops;

/**
 * Consecutive elements of the flat parameter store that are updated alike.
 *
 * @param decayGroup 0 for weights of convolutions and linear layers, 1 for everything else
 */
public record ParameterRange(long offset, long length, int decayGroup) {}
