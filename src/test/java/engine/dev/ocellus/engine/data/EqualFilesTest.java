package dev.ocellus.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EqualFilesTest {

    @TempDir
    private Path folder;

    private Path file(String name, int size, int changedAt) throws IOException {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31);
        }
        bytes[changedAt]++;
        return Files.write(folder.resolve(name), bytes);
    }

    private List<List<Path>> find(Path... files) {
        return new EqualFiles(Progress.NONE, new Cancellation()).find(List.of(files));
    }

    @Test
    void groupsFilesOfTheSameBytes() throws IOException {
        Path a = file("a", 100_000, 0);
        Path b = file("b", 100_000, 50_001);
        assertEquals(
                List.of(
                        List.of(a, file("c", 100_000, 0), file("e", 100_000, 0)),
                        List.of(b, file("d", 100_000, 50_001))),
                find(a, b, folder.resolve("c"), folder.resolve("d"), folder.resolve("e")));
    }

    @Test
    void tellsApartFilesThatDifferInOneByteAnywhere() throws IOException {
        assertEquals(
                List.of(),
                find(file("a", 5000, 0), file("b", 5000, 4999), file("c", 5000, 1111), file("d", 5000, 2000)));
    }

    @Test
    void comparesFilesShorterThanItsSamples() throws IOException {
        Path a = file("a", 3, 0);
        Path b = file("b", 3, 0);
        assertEquals(List.of(List.of(a, b)), find(a, b, file("c", 3, 2), file("d", 4, 0)));
    }

    @Test
    void leavesOutFilesThatAreGone() throws IOException {
        Path a = file("a", 10, 0);
        assertEquals(List.of(), find(a, folder.resolve("gone"), folder.resolve("gone too")));
    }
}
