package dev.ocellus.app.viewmodels;

/** The places a person can be in; each has one view and one entry in the rail. */
public enum Place {
    HOME,
    DATASET,
    CONFIGURE,
    TRAINING,
    RUNS,
    SETTINGS
}
