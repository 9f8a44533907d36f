package dev.ocellus.engine.weights;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files whose bytes are memory: nothing is read before it is looked at. */
final class MappedFile {
    private MappedFile() {}

    /**
     * The bytes of a file, read-only, until the arena is closed.
     *
     * @throws dev.ocellus.engine.StudioException of kind MODEL if there is no such file or it cannot be read
     */
    static MemorySegment map(Path file, Arena arena) {
        if (Files.isDirectory(file)) {
            throw BadFile.refuse(file, "is a folder, not a file with weights", "Give the file in it.");
        }
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (NoSuchFileException e) {
            throw BadFile.refuse(file, "does not exist", "Check the path.");
        } catch (IOException e) {
            throw BadFile.unreadable(file, e);
        }
    }
}
