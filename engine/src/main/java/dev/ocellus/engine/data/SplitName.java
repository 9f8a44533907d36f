package dev.ocellus.engine.data;

import java.util.Locale;

/** The parts of a dataset. */
public enum SplitName {
    /** What the weights are fitted to. */
    TRAIN,
    /** What chooses between epochs. */
    VAL,
    /** What is looked at last. */
    TEST;

    /** The key in a {@code data.yaml}: {@code train}, {@code val} or {@code test}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
