package dev.ocellus.engine.graph;

/** The part of a training step that a node belongs to; the order of the constants is the order in a step. */
public enum Phase {
    /** Input bytes become the network's input. */
    PREPROCESS,
    /** The network. */
    FORWARD,
    /** Target assignment and loss terms. */
    LOSS,
    /** Gradients of the loss with respect to the parameters. */
    BACKWARD,
    /** Clipping, parameter update and moving average. */
    OPTIMIZER,
    /** Decoding of predictions (validation and inference only). */
    POSTPROCESS
}
