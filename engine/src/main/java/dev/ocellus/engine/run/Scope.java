package dev.ocellus.engine.run;

/** What a configuration is for. An option belongs to one or more of these. */
public enum Scope {
    /** Training a model. */
    TRAIN,
    /** Measuring a trained model on a dataset. */
    VAL,
    /** Finding objects in images. */
    PREDICT,
    /** Timing a part of the engine. */
    BENCH,
    /** Comparing a backend with reference values. */
    PARITY,
    /** Examining a dataset or the machine. */
    DOCTOR
}
