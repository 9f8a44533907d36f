package dev.ocellus.app.faults;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Something that went wrong, as it is shown.
 *
 * @param code short and the same for the same fault, to search and report by
 * @param cure what the person can do; empty when nobody knows
 * @param details everything a developer needs
 */
public record Fault(String code, String message, String cure, String details) {

    static String stackTrace(Throwable cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
