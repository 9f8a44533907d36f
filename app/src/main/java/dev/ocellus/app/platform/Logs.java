package dev.ocellus.app.platform;

import java.util.logging.Logger;

/** Keeps the log to what matters. */
public final class Logs {

    /** Held here, since a logger that nobody holds loses its filter. */
    private static final Logger TOOLKIT = Logger.getLogger("javafx");

    private Logs() {}

    /** Leaves out the remark that JavaFX is on the class path, which is how we ship it. */
    public static void configure() {
        TOOLKIT.setFilter(line -> !String.valueOf(line.getMessage()).startsWith("Unsupported JavaFX configuration"));
    }
}
