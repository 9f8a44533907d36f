package dev.ocellus.app.faults;

import dev.ocellus.engine.StudioException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Something that went wrong, as it is shown.
 *
 * @param code short, and the same for the same fault, to search and report by
 * @param message what is wrong
 * @param cure what the person can do; empty when nobody knows
 * @param defect whether nobody foresaw it
 * @param details everything a developer needs
 */
public record Fault(String code, String message, String cure, boolean defect, String details) {

    public static Fault of(Throwable cause) {
        return StudioException.of(cause)
                .map(known -> new Fault(
                        code(known.kind().name(), cause), known.getMessage(), known.cure(), false, stackTrace(cause)))
                .orElseGet(() -> new Fault(
                        code("INTERNAL", cause),
                        Objects.requireNonNullElse(
                                cause.getMessage(), cause.getClass().getSimpleName()),
                        "",
                        true,
                        stackTrace(cause)));
    }

    /** The fault as plain text, for a report. */
    public String report() {
        return code + "\n" + message + "\n" + (cure.isEmpty() ? "" : cure + "\n") + "\n" + details;
    }

    /** A family and four digits from where it was thrown: line numbers are left out, so a small edit keeps the code. */
    private static String code(String family, Throwable cause) {
        String origin = Arrays.stream(cause.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.ocellus"))
                .findFirst()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .orElse("");
        int hash = (cause.getClass().getName() + origin).hashCode();
        return family + "-" + String.format(Locale.ROOT, "%04X", (hash ^ hash >>> 16) & 0xFFFF);
    }

    private static String stackTrace(Throwable cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
