package dev.ocellus.engine.backend.cpu;

/**
 * One normalised operand of a batch normalisation. All addresses but z point to one float32 number a channel.
 *
 * @param z what is normalised
 * @param statistics address of the batch's means, followed by its 1/sqrt(variance + epsilon); unused in inference
 */
record BatchNormBranch(
        NativeTensor z, long gamma, long beta, long runningMean, long runningVariance, long statistics) {}
