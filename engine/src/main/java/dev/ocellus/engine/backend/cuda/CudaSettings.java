package dev.ocellus.engine.backend.cuda;

/**
 * How a GPU computes convolutions.
 *
 * @param tensorFloat whether those in float32 may round their operands to TF32
 * @param benchmark whether plans are chosen by timing them, once for each shape on a machine
 */
public record CudaSettings(boolean tensorFloat, boolean benchmark) {}
