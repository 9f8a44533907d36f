package dev.ocellus.engine.graph;

/**
 * Slots of the scaler store: the state of dynamic loss scaling, which lives on the device so that a step asks the host for nothing. Half
 * precision loses gradients below its smallest number; the loss is therefore multiplied by a scale, gradients are divided by it, and a
 * step whose gradients are not finite changes nothing but the scale.
 *
 * <p>Source: P. Micikevicius et al., Mixed precision training, arXiv:1710.03740, section 3.2.
 */
public enum Scaler {
    /** Factor on the loss. */
    SCALE,
    /** Updates since the scale last changed. */
    GOOD_UPDATES,
    /** 1 if the gradients of this update are not finite, else 0. */
    SKIP,
    /** Updates that were skipped so far. */
    SKIPPED,
    /** Updates that were done so far: what Adam's bias corrections count. */
    DONE;

    /** Number of float32 slots of the scaler store. */
    public static final int SLOTS = 8;

    /** Scale of a new run. */
    public static final float INITIAL_SCALE = 65536;

    /** Factor on the scale after enough updates without a skip. */
    public static final float GROWTH = 2;

    /** Factor on the scale after a skip. */
    public static final float BACKOFF = 0.5f;

    /** Updates without a skip after which the scale grows. */
    public static final int GROWTH_INTERVAL = 2000;
}
