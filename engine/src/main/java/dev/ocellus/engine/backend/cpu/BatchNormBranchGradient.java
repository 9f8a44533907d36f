package dev.ocellus.engine.backend.cpu;

/** Where the gradients of one {@link BatchNormBranch} go; dz may be the gradient of the result. */
record BatchNormBranchGradient(NativeTensor dz, long dGamma, long dBeta) {}
