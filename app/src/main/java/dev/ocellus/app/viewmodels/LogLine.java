package dev.ocellus.app.viewmodels;

/**
 * A line of a run's log.
 *
 * @param time time of day as it is shown
 */
public record LogLine(String time, String text) {}
