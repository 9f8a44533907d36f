package dev.ocellus.app.services;

import java.time.Instant;

/** A line of the run's log. */
public record LogLine(Instant time, Level level, String text) {

    /** How much a line matters, least first. */
    public enum Level {
        INFO,
        WARNING,
        ERROR
    }
}
