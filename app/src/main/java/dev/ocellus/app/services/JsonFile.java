package dev.ocellus.app.services;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A value kept in a JSON file. Writing waits until changes have paused, goes to a temporary file and then takes the
 * place of the old one, so a crash leaves the old or the new content and never half of it. A file that cannot be read is
 * put aside under another name and the default is used.
 */
final class JsonFile<T> implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(JsonFile.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path file;
    private final Tasks tasks;
    private final AtomicReference<@Nullable T> waiting = new AtomicReference<>();
    private Tasks.@Nullable Ticket write;

    JsonFile(Path file, Tasks tasks) {
        this.file = file;
        this.tasks = tasks;
    }

    T read(Class<T> type, T fallback) {
        if (!Files.exists(file)) {
            return fallback;
        }
        try {
            return MAPPER.readValue(Files.readAllBytes(file), type);
        } catch (IOException | JacksonException fault) {
            LOG.log(System.Logger.Level.WARNING, "Cannot read " + file + ", using defaults", fault);
            putAside();
            return fallback;
        }
    }

    void write(T value) {
        waiting.set(value);
        if (write != null) {
            write.cancel();
        }
        write = tasks.later(PAUSE, this::flush);
    }

    /** Writes now what is still waiting. */
    @Override
    public void close() {
        flush();
    }

    private synchronized void flush() {
        T value = waiting.getAndSet(null);
        if (value == null) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Path temporary =
                    Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp");
            Files.write(temporary, MAPPER.writeValueAsBytes(value));
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            replaceWith(temporary);
        } catch (IOException fault) {
            LOG.log(System.Logger.Level.WARNING, "Cannot write " + file, fault);
        }
    }

    private void replaceWith(Path temporary) throws IOException {
        try {
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException notHere) {
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void putAside() {
        try {
            Files.move(
                    file, file.resolveSibling(file.getFileName() + ".unreadable"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException fault) {
            LOG.log(System.Logger.Level.WARNING, "Cannot put " + file + " aside", fault);
        }
    }
}
