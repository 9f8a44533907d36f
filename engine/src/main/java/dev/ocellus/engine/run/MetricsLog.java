package dev.ocellus.engine.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The epochs of a run, one JSON object a line, each on the disk before the next epoch starts. */
final class MetricsLog {

    private MetricsLog() {}

    /** Adds a row after the last whole one and waits until it is on the disk. */
    static void append(Path file, EpochRow row) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.position(whole(file));
            channel.truncate(channel.position());
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(line(row));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Replaces all rows. */
    static void replace(Path file, List<EpochRow> rows) throws IOException {
        AtomicFile.write(
                file, String.join("", rows.stream().map(MetricsLog::line).toList()));
    }

    /** All whole rows; a last line that a dying process left unfinished is not one. */
    static List<EpochRow> read(Path file) throws IOException {
        List<EpochRow> rows = new ArrayList<>();
        if (!Files.exists(file)) {
            return rows;
        }
        String text = new String(Files.readAllBytes(file), 0, whole(file), StandardCharsets.UTF_8);
        for (String line : text.split("\n")) {
            try {
                rows.add(EpochRow.of(Json.object(line)));
            } catch (IllegalArgumentException e) {
                break;
            }
        }
        return rows;
    }

    /** Number of bytes up to the end of the last finished line. */
    private static int whole(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static String line(EpochRow row) {
        return Json.line(row.columns()) + "\n";
    }
}
