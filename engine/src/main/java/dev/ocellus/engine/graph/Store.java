package dev.ocellus.engine.graph;

/**
 * Memory that outlives a step. Each store is one flat float32 buffer, so that an optimizer treats all tensors in one
 * pass; a {@link Value} bound to a store occupies a fixed range of it.
 */
public enum Store {
    /** Trainable weights. */
    PARAMETERS,
    /** Gradients, at the offsets of their parameters. */
    GRADIENTS,
    /**
     * Gradients of weights in the element type of the activations, at the offsets of their parameters; converted to {@link #GRADIENTS} as
     * a whole. Its elements are half as large as those of other stores.
     */
    HALF_GRADIENTS,
    /** Sum of the gradients of several batches, at the offsets of the parameters; used with accumulation only. */
    ACCUMULATED_GRADIENTS,
    /** State that is not trained: running statistics of batch normalisation. */
    BUFFERS,
    /** First optimizer state (momentum, first moment), at the offsets of the parameters. */
    MOMENT1,
    /** Second optimizer state (second moment), at the offsets of the parameters. */
    MOMENT2,
    /** Moving average of the parameters. */
    EMA_PARAMETERS,
    /** Moving average of the buffers. */
    EMA_BUFFERS,
    /** Scalars that the host writes once a step; see {@link Control}. */
    CONTROL,
    /** State of dynamic loss scaling; see {@link Scaler}. */
    SCALER
}
