package dev.ocellus.engine.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** The log of a run as a person reads it: time and text, one line each, in train.log. Safe for several threads. */
public final class RunLog implements AutoCloseable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private final Writer out;

    /** Continues the log in {@code file}, which need not exist. */
    RunLog(Path file) throws IOException {
        out = Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Adds a line; it is handed to the system before the method returns. */
    public synchronized void line(String text) {
        try {
            out.write(TIME.format(LocalDateTime.now()) + "  " + text + "\n");
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
