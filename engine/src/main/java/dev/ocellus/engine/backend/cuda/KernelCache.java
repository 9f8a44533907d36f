package dev.ocellus.engine.backend.cuda;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Compiled kernels and plans on disk, by what they were made from. An entry that is damaged is made anew; a folder that cannot be written
 * costs the time of making them, nothing else. Safe for any number of processes.
 */
final class KernelCache {
    private static final int CHECKSUM = Long.BYTES;
    private final Path folder;
    private final String ending;

    /** @param ending how the names of the entries' files end */
    KernelCache(Path folder, String ending) {
        this.folder = folder;
        this.ending = ending;
    }

    private Path file(String key) {
        return folder.resolve(hash(key) + ending);
    }

    /** The entry for a key, made if it is not there. */
    byte[] get(String key, Supplier<byte[]> maker) {
        byte[] entry = read(key);
        if (entry == null) {
            entry = maker.get();
            write(key, entry);
        }
        return entry;
    }

    /** The entry for a key; null if there is none or it is damaged. */
    byte @Nullable [] read(String key) {
        try {
            byte[] entry = Files.readAllBytes(file(key));
            int length = entry.length - CHECKSUM;
            if (length > 0 && ByteBuffer.wrap(entry).getLong(length) == checksum(entry, length)) {
                return Arrays.copyOf(entry, length);
            }
        } catch (IOException absent) {
            return null;
        }
        return null;
    }

    /** Writes an entry whole or not at all; where it cannot be written, the next process makes it again. */
    void write(String key, byte[] made) {
        ByteBuffer entry = ByteBuffer.allocate(made.length + CHECKSUM);
        entry.put(made).putLong(checksum(made, made.length));
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, "", ".part");
            try {
                Files.write(part, entry.array());
                Files.move(part, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException unwritable) {
            // only costs time
        }
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return sum.getValue();
    }

    private static String hash(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
