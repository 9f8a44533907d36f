package dev.ocellus.app.viewmodels;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a run's log.
 *
 * @param time time of day as it is shown
 */
public record LogLine(String time, String text) {

    private static final Pattern STORED = Pattern.compile("\\d{4}-\\d\\d-\\d\\d (\\d\\d:\\d\\d:\\d\\d) {2}(.*)");

    /** A line as the log file of a run holds it. */
    static LogLine stored(String line) {
        Matcher parts = STORED.matcher(line);
        return parts.matches() ? new LogLine(parts.group(1), parts.group(2)) : new LogLine("", line);
    }

    /** Whether it ends an epoch. */
    public boolean milestone() {
        return text.startsWith("epoch ") && !text.contains("  batch ");
    }
}
