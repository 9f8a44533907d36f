package dev.ocellus.engine.graph;

/**
 * Slots of the control store: the scalars that change from step to step. The host writes them before a step; nodes read
 * them on the device, so that a captured step needs no other input from the host.
 */
public enum Control {
    /** Factor on the loss's gradient: one over the number of accumulated batches. */
    LOSS_SCALE,
    /** Learning rate of this step. */
    LEARNING_RATE,
    /** Momentum of SGD, or beta 1 of Adam. */
    MOMENTUM,
    /** Beta 2 of Adam. */
    BETA2,
    /** 1 − beta1^t of Adam. */
    BIAS_CORRECTION1,
    /** 1 − beta2^t of Adam. */
    BIAS_CORRECTION2,
    /** Weight decay of decay group 0 (convolution and linear weights). */
    WEIGHT_DECAY,
    /** Weight decay of decay group 1 (all other parameters). */
    WEIGHT_DECAY_OTHER,
    /** Largest allowed gradient norm; 0 means no clipping. */
    CLIP_NORM,
    /** Decay of the moving average. */
    EMA_DECAY,
    /** 1 on the first update of SGD (the momentum buffer starts as the gradient), else 0. */
    FIRST_UPDATE,
    /** 1 on the first batch of an accumulation window (the sum starts as the gradient), else 0. */
    FIRST_BATCH;

    /** Number of float32 slots of the control store. */
    public static final int SLOTS = 32;
}
