package dev.ocellus.engine.run;

/** What a configuration is for. An option belongs to one or more of these. */
public enum Scope {
    /** Training a model. */
    TRAIN("train"),
    /** Measuring a trained model on a dataset. */
    VAL("val"),
    /** Finding objects in images. */
    PREDICT("predict"),
    /** Timing training steps. */
    BENCH_STEP("bench step"),
    /** Timing the loading of images. */
    BENCH_LOADER("bench loader"),
    /** Comparing a backend with reference values. */
    PARITY("parity"),
    /** Examining a dataset or the machine. */
    DOCTOR("doctor");

    private final String command;

    Scope(String command) {
        this.command = command;
    }

    /** The words that select it on the command line. */
    public String command() {
        return command;
    }
}
