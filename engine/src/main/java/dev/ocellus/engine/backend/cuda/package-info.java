/**
 * Programs on an NVIDIA GPU: CUDA's driver through JCuda, kernels compiled at first use by NVRTC, convolutions through cuDNN, and whole
 * steps as CUDA graphs.
 */
@NullMarked
package dev.ocellus.engine.backend.cuda;

import org.jspecify.annotations.NullMarked;
