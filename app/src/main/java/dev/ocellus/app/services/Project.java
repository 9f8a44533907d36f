package dev.ocellus.app.services;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A dataset that was opened before.
 *
 * @param source the folder or {@code data.yaml}
 */
public record Project(String name, Path source, int images, int classes, Instant opened) {

    /** Whether the source is not where it was. */
    public boolean missing() {
        return !Files.exists(source);
    }
}
