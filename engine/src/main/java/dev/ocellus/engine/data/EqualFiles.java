package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds files with the same bytes. Only files of one size are opened, and only those with the same bytes at a few places
 * are read in full, so a dataset without copies costs little more than its file sizes.
 */
record EqualFiles(Progress progress, Cancellation cancellation) {
    private static final int SAMPLES = 8;
    private static final int SAMPLE_BYTES = 128;
    private static final int BLOCK = 1 << 16;

    /** Groups of two or more equal files, each in the given order; files that cannot be read are left out. */
    List<List<Path>> find(List<Path> files) {
        List<List<Path>> groups = new ArrayList<>();
        long[] looked = {0};
        for (List<Path> sameSize : grouped(files, file -> {
            progress.report("Looking for copies", ++looked[0], files.size());
            return Files.size(file);
        })) {
            for (List<Path> alike : grouped(sameSize, EqualFiles::samples)) {
                groups.addAll(grouped(alike, EqualFiles::digest));
            }
        }
        return groups;
    }

    @FunctionalInterface
    private interface Key {
        Object of(Path file) throws IOException;
    }

    private List<List<Path>> grouped(List<Path> files, Key key) {
        Map<Object, List<Path>> groups = new LinkedHashMap<>();
        for (Path file : files) {
            cancellation.check();
            try {
                groups.computeIfAbsent(key.of(file), _ -> new ArrayList<>()).add(file);
            } catch (IOException _) {
                // Gone since it was indexed; whoever decodes it will say so.
            }
        }
        return groups.values().stream().filter(group -> group.size() > 1).toList();
    }

    /** Bytes at places spread evenly from the start to the end. */
    private static ByteBuffer samples(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer samples = ByteBuffer.allocate(SAMPLES * SAMPLE_BYTES);
            long last = Math.max(0, channel.size() - SAMPLE_BYTES);
            for (int i = 0; i < SAMPLES; i++) {
                samples.limit((i + 1) * SAMPLE_BYTES);
                channel.read(samples, last * i / (SAMPLES - 1));
            }
            return samples.flip();
        }
    }

    private static ByteBuffer digest(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            ByteBuffer block = ByteBuffer.allocate(BLOCK);
            while (channel.read(block.clear()) >= 0) {
                sha.update(block.flip());
            }
            return ByteBuffer.wrap(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
