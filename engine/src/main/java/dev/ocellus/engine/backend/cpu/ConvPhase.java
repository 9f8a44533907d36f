package dev.ocellus.engine.backend.cpu;

/**
 * Part of a convolution in which each result reads the same window: all of a forward pass, or, in an input gradient of
 * stride s, the results whose row and column leave the same remainders modulo s.
 *
 * <p>Result (i, j) of the phase lies at row {@code i · outStep + outRow}, column {@code j · outStep + outColumn}, and sums
 * over the window of {@code tapRows} × {@code tapColumns} source pixels that starts at row
 * {@code i · stride + sourceRow}, column {@code j · stride + sourceColumn}.
 *
 * @param weights offset in bytes of the phase's packed weights
 */
record ConvPhase(
        int tapRows,
        int tapColumns,
        int sourceRow,
        int sourceColumn,
        int outRow,
        int outColumn,
        int rows,
        int columns,
        long weights) {}
