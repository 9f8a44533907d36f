/** Files of weights: safetensors, checkpoints of PyTorch read without running code, and names of tensors mapped between them. */
@NullMarked
package dev.ocellus.engine.weights;

import org.jspecify.annotations.NullMarked;
