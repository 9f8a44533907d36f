package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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
        return StudioException.of(thrown)
                .orElseGet(() -> new StudioException(
                        StudioException.Kind.RUNTIME,
                        "This is a defect of Ocellus: " + thrown,
                        "Run it again with --debug and report what it shows.",
                        thrown));
    }
}
