package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Finds files with the same bytes. Only files of one size are opened, only those that end alike are compared in full,
 * so a dataset without copies costs little more than its file sizes.
 */
record EqualFiles(Progress progress, Cancellation cancellation) {
    private static final int TAIL = 1024;

    /** Groups of two or more equal files, each in the given order; files that cannot be read are left out. */
    List<List<Path>> find(List<Path> files) {
        List<List<Path>> groups = new ArrayList<>();
        long[] looked = {0};
        for (List<Path> sameSize : grouped(files, file -> {
            progress.report("Looking for copies", ++looked[0], files.size());
            return Files.size(file);
        })) {
            for (List<Path> sameTail : grouped(sameSize, EqualFiles::tail)) {
                groups.addAll(equal(sameTail));
            }
        }
        return groups;
    }

    @FunctionalInterface
    private interface Key {
        long of(Path file) throws IOException;
    }

    private List<List<Path>> grouped(List<Path> files, Key key) {
        Map<Long, List<Path>> groups = new LinkedHashMap<>();
        for (Path file : files) {
            cancellation.check();
            try {
                groups.computeIfAbsent(key.of(file), _ -> new ArrayList<>()).add(file);
            } catch (IOException _) {
                // Gone since it was indexed; whoever decodes it will say so.
                continue;
            }
        }
        return groups.values().stream().filter(group -> group.size() > 1).toList();
    }

    private static long tail(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer tail = ByteBuffer.allocate(TAIL);
            long position = Math.max(0, channel.size() - TAIL);
            while (tail.hasRemaining() && channel.read(tail, position + tail.position()) > 0) {
                // A channel may give fewer bytes than asked for.
            }
            CRC32C crc = new CRC32C();
            crc.update(tail.flip());
            return crc.getValue();
        }
    }

    /** Compares with the first of each group found so far, so that equality is certain and not only likely. */
    private List<List<Path>> equal(List<Path> files) {
        List<List<Path>> groups = new ArrayList<>();
        for (Path file : files) {
            cancellation.check();
            groups.stream()
                    .filter(group -> same(group.getFirst(), file))
                    .findFirst()
                    .ifPresentOrElse(group -> group.add(file), () -> groups.add(new ArrayList<>(List.of(file))));
        }
        return groups.stream().filter(group -> group.size() > 1).toList();
    }

    private static boolean same(Path one, Path other) {
        try {
            return Files.mismatch(one, other) < 0;
        } catch (IOException _) {
            return false;
        }
    }
}
