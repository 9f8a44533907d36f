package dev.ocellus.engine.run;

import java.util.Locale;

/** The sections in which options are shown, in that order. */
public enum Group {
    /** Network and starting weights. */
    MODEL("Model"),
    /** Dataset and loading. */
    DATA("Data"),
    /** Length of the run, optimizer, schedule, averaging. */
    OPTIMIZATION("Optimization"),
    /** Random changes of the training images. */
    AUGMENTATION("Augmentation"),
    /** Measuring while training and afterwards. */
    VALIDATION("Validation"),
    /** Device, threads, repeatability. */
    COMPUTE("Compute"),
    /** Where results go. */
    OUTPUT("Output"),
    /** What is timed and how often. */
    BENCH("Benchmark");

    private final String title;

    Group(String title) {
        this.title = title;
    }

    /** Title in English. */
    public String title() {
        return title;
    }

    /** Key of the title in the window's text bundles. */
    public String textKey() {
        return "option.group." + name().toLowerCase(Locale.ROOT);
    }
}
