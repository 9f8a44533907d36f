package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Turns what a subcommand throws into a message that helps and an exit code. */
final class Faults {

    /** What a shell reports of a process that Ctrl-C has ended. */
    static final int INTERRUPTED = 130;

    private Faults() {}

    /** Reports a fault; the stack trace is shown on demand only. */
    static int report(Throwable thrown, Console console, boolean debug) {
        if (thrown instanceof CancellationException) {
            console.note("Interrupted.");
            return INTERRUPTED;
        }
        StudioException fault = explain(thrown);
        int code = fault.kind().exitCode();
        console.err().println("error: " + fault.getMessage());
        if (!fault.cure().isEmpty()) {
            console.err().println("       " + fault.cure());
        }
        if (debug) {
            thrown.printStackTrace(console.err());
        }
        if (console.json()) {
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("status", "error");
            data.put("kind", fault.kind().name().toLowerCase(Locale.ROOT));
            data.put("message", fault.getMessage());
            data.put("cure", fault.cure());
            data.put("exit_code", code);
            console.result(data, "");
        }
        return code;
    }

    private static StudioException explain(Throwable thrown) {
        return switch (thrown) {
            case StudioException fault -> fault;
            case UncheckedIOException wrapped -> file(Objects.requireNonNull(wrapped.getCause()));
            case IOException fault -> file(fault);
            case OutOfMemoryError fault ->
                new StudioException(
                        StudioException.Kind.RUNTIME,
                        "The memory does not suffice.",
                        "Choose a smaller batch, imgsz or model, or cache=off.",
                        fault);
            default ->
                new StudioException(
                        StudioException.Kind.RUNTIME,
                        "This is a defect of Ocellus: " + thrown,
                        "Run it again with --debug and report what it shows.",
                        thrown);
        };
    }

    private static StudioException file(IOException fault) {
        return new StudioException(
                StudioException.Kind.RUNTIME,
                "A file could not be read or written: %s (%s)."
                        .formatted(fault.getMessage(), fault.getClass().getSimpleName()),
                "Check the path, its permissions and the space on the disk.",
                fault);
    }
}
