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

/**
 * Compiled kernels on disk, by what they were made from. An entry that is damaged is made anew; a folder that cannot be written
 * costs the time of compiling, nothing else. Safe for any number of processes.
 */
final class KernelCache {
    private static final int CHECKSUM = Long.BYTES;
    private final Path folder;

    KernelCache(Path folder) {
        this.folder = folder;
    }

    /** The entry for a key, made if it is not there. */
    byte[] get(String key, Supplier<byte[]> maker) {
        Path file = folder.resolve(hash(key) + ".cubin");
        try {
            byte[] entry = Files.readAllBytes(file);
            int length = entry.length - CHECKSUM;
            if (length > 0 && ByteBuffer.wrap(entry).getLong(length) == checksum(entry, length)) {
                return Arrays.copyOf(entry, length);
            }
        } catch (IOException absent) {
            // made below
        }
        byte[] made = maker.get();
        ByteBuffer entry = ByteBuffer.allocate(made.length + CHECKSUM);
        entry.put(made).putLong(checksum(made, made.length));
        write(file, entry.array());
        return made;
    }

    /** Writes an entry whole or not at all; where it cannot be written, the next process compiles again. */
    private void write(Path file, byte[] entry) {
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, "", ".part");
            try {
                Files.write(part, entry);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
