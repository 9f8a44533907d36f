package dev.ocellus.engine.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Files that are always whole: written beside their place, forced to the disk, then moved over. Whenever the process or
 * the machine dies, either the old content is there or the new.
 */
public final class AtomicFile {

    /** Writes content to a file that nobody else reads yet. */
    @FunctionalInterface
    public interface Content {
        /** Writes everything to {@code file}, which does not exist. */
        void writeTo(Path file) throws IOException;
    }

    private static final String PART = ".part";
    private static final AtomicLong WRITES = new AtomicLong();

    private AtomicFile() {}

    /** Replaces {@code target} by a text in UTF-8. */
    public static void write(Path target, String text) throws IOException {
        replace(target, file -> Files.writeString(file, text, StandardCharsets.UTF_8));
    }

    /**
     * Replaces {@code target} by what {@code content} writes. If that fails, the target stays as it is and nothing is
     * left beside it.
     */
    public static void replace(Path target, Content content) throws IOException {
        String own = ProcessHandle.current().pid() + "-" + WRITES.incrementAndGet();
        Path part = target.resolveSibling(target.getFileName() + "." + own + PART);
        try {
            Files.deleteIfExists(part);
            content.writeTo(part);
            force(part, StandardOpenOption.WRITE);
            move(part, target);
        } finally {
            Files.deleteIfExists(part);
        }
        forceFolder(target.toAbsolutePath().resolveSibling(""));
    }

    /** Removes what processes that died while writing have left in a folder that nobody else writes to. */
    static void sweep(Path folder) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + PART)) {
            for (Path part : left) {
                Files.delete(part);
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void force(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }

    /** Makes the move itself durable where the system can: Windows and some network file systems refuse it. */
    private static void forceFolder(Path folder) {
        try {
            force(folder, StandardOpenOption.READ);
        } catch (IOException refused) {
            return; // the file is in its place; only its durability is left to the system
        }
    }
}
