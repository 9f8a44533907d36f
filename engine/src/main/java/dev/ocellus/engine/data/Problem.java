package dev.ocellus.engine.data;

import java.nio.file.Path;

/**
 * Something about a dataset that its owner should know. Immutable.
 *
 * @param severity how much it matters
 * @param id the rule, in words joined by hyphens; stable between versions, so that it can be filtered on
 * @param file the file it is in, or the folder
 * @param line the line in that file, from 1; 0 where it concerns the whole file
 * @param value what stands there, shortened and made printable; may be empty
 * @param message what is wrong, a full sentence
 * @param cure what to do about it, a full sentence; may be empty
 */
public record Problem(Severity severity, String id, Path file, int line, String value, String message, String cure) {

    private static final int LONGEST_VALUE = 80;

    /** How much a problem matters. */
    public enum Severity {
        /** An image or a row of a label file is left out because of it. */
        ERROR,
        /** Used, but perhaps not as its owner thinks. */
        WARNING,
        /** Worth knowing. */
        INFO
    }

    public Problem {
        value = printable(value);
    }

    /** {@code file:line} or {@code file}. */
    public String place() {
        return line > 0 ? file + ":" + line : file.toString();
    }

    /** Foreign text for a message: one line, no control characters, not long. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST_VALUE).forEach(c -> {
            if (Character.isISOControl(c) || c == 0xFFFD) {
                shown.append(String.format("\\x%02X", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return text.codePointCount(0, text.length()) > LONGEST_VALUE ? shown + "…" : shown.toString();
    }
}
