package dev.ocellus.engine.cli;

import dev.ocellus.engine.run.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a subcommand writes: results to standard output, all else to standard error. With {@code --json} the result is
 * one JSON object.
 *
 * @param out standard output
 * @param err standard error
 * @param json whether results are JSON
 * @param quiet whether nothing but results and faults is written
 * @param terminal whether a person watches standard error, so that a line may be drawn again and again
 */
record Console(PrintStream out, PrintStream err, boolean json, boolean quiet, boolean terminal) {

    /** Whether standard error of this process is a terminal. */
    static boolean standardErrorIsTerminal() {
        Path descriptor = Path.of("/proc/self/fd/2");
        try {
            if (Files.isSymbolicLink(descriptor)) {
                String target = Files.readSymbolicLink(descriptor).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            }
        } catch (IOException e) {
            return false;
        }
        return System.console() != null && System.console().isTerminal();
    }

    /** Writes the result of the subcommand: as JSON or as text, whichever was asked for. */
    void result(Map<String, ? extends @Nullable Object> data, String text) {
        out.println(json ? Json.line(data) : text);
    }

    /** Writes a line for a person who follows the work. */
    void note(String line) {
        if (!quiet) {
            err.println(line);
        }
    }

    /** Shows how far work has come. */
    Meter meter() {
        return new Meter(this);
    }
}
