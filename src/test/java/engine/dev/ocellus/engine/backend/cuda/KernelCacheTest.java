package dev.ocellus.engine.backend.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelCacheTest {
    private static final byte[] CODE = {1, 2, 3, 4, 5};

    @TempDir
    Path temporary;

    private Path folder;
    private int made;

    @BeforeEach
    void nameTheFolder() {
        folder = temporary.resolve("kernels");
    }

    private byte[] get(String key) {
        return new KernelCache(folder, ".cubin").get(key, () -> {
            made++;
            return CODE.clone();
        });
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void anEntryIsMadeOnce() throws IOException {
        assertArrayEquals(CODE, get("a"));
        assertArrayEquals(CODE, get("a"));
        assertEquals(1, made);
        assertEquals(1, entries().size());
    }

    @Test
    void anotherKeyIsAnotherEntry() throws IOException {
        get("a");
        get("b");
        assertEquals(2, made);
        assertEquals(2, entries().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 8, 12})
    void aDamagedEntryIsMadeAnew(int length) throws IOException {
        get("a");
        Path entry = entries().getFirst();
        byte[] bytes = Files.readAllBytes(entry);
        bytes[0] ^= 1;
        Files.write(entry, java.util.Arrays.copyOf(bytes, length));
        assertArrayEquals(CODE, get("a"));
        assertEquals(2, made);
        assertArrayEquals(CODE, get("a"));
        assertEquals(2, made);
        assertEquals(1, entries().size());
    }

    @Test
    void aFolderThatCannotBeWrittenOnlyCostsTheCache() throws IOException {
        Files.writeString(folder, "a file where the folder should be");
        assertArrayEquals(CODE, get("a"));
        assertArrayEquals(CODE, get("a"));
        assertEquals(2, made);
    }
}
