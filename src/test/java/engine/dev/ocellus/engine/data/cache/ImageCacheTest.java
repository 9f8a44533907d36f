package dev.ocellus.engine.data.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.augment.Painted;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.data.image.UnreadableImageException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageCacheTest {
    private static final int INPUT = 64;

    @TempDir
    Path folder;

    private final List<ImageItem> items = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final ImageBuffers buffers = new ImageBuffers();

    @BeforeEach
    void paint() throws IOException {
        items.add(Painted.item(folder, 0, 40, 30));
        items.add(Painted.item(folder, 1, 150, 97));
        items.add(Painted.item(folder, 2, 64, 64));
    }

    @AfterEach
    void free() {
        buffers.close();
    }

    private DecodedImages decoded() {
        return new DecodedImages(items, new ImageDecoder(), INPUT, INPUT);
    }

    private byte[] pixels(ImageSource source, int index) {
        return source.get(index, buffers).image().pixels().toArray(ValueLayout.JAVA_BYTE);
    }

    private Path store() {
        return folder.resolve("store");
    }

    private List<Path> stored() throws IOException {
        try (Stream<Path> files = Files.list(store())) {
            return files.sorted().toList();
        }
    }

    @Test
    void reducesWhatIsLargerThanTheInputAndNothingElse() {
        DecodedImages images = decoded();
        assertEquals(40, images.get(0, buffers).image().width());
        assertEquals(64, images.get(1, buffers).image().width());
        assertEquals(41, images.get(1, buffers).image().height()); // 41.39
        assertEquals(150, images.get(1, buffers).letterbox().sourceWidth());
        assertEquals(3 * (40 * 30 + 64 * 41 + 64 * 64), images.bytes());
    }

    @Test
    void givesTheSameBytesWithAndWithoutACache() {
        try (ImageSource off = decoded();
                ImageSource ram = new RamCache(decoded(), 1 << 20, problems::add);
                ImageSource disk = new DiskCache(decoded(), store(), problems::add)) {
            for (int pass = 0; pass < 2; pass++) {
                for (int i = 0; i < items.size(); i++) {
                    byte[] expected = pixels(off, i);
                    assertArrayEquals(expected, pixels(ram, i));
                    assertArrayEquals(expected, pixels(disk, i));
                    assertEquals(
                            off.get(i, buffers).letterbox(),
                            disk.get(i, buffers).letterbox());
                }
            }
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void readsAKeptPictureWithoutItsFile() throws IOException {
        try (ImageSource ram = new RamCache(decoded(), 1 << 20, problems::add)) {
            byte[] before = pixels(ram, 1);
            Files.delete(items.get(1).image());
            assertArrayEquals(before, pixels(ram, 1));
        }
    }

    @Test
    void decodesWhatDoesNotFitTheMemoryAndSaysSoOnce() throws IOException {
        long first = 3 * 40 * 30;
        try (ImageSource ram = new RamCache(decoded(), first + 10, problems::add)) {
            pixels(ram, 0);
            byte[] second = pixels(ram, 1);
            assertArrayEquals(second, pixels(ram, 1));
            Files.delete(items.get(0).image());
            Files.delete(items.get(1).image());
            pixels(ram, 0);
            assertThrows(UnreadableImageException.class, () -> pixels(ram, 1));
        }
        assertEquals(1, problems.size());
        assertEquals("cache-exceeds-memory", problems.getFirst().id());
        assertTrue(problems.getFirst().message().contains("decoded each time"));
    }

    @Test
    void freesItsMemory() {
        MemorySegment kept;
        try (ImageSource ram = new RamCache(decoded(), 1 << 20, problems::add)) {
            kept = ram.get(0, buffers).image().pixels();
            assertTrue(kept.scope().isAlive());
        }
        assertFalse(kept.scope().isAlive());
    }

    @Test
    void leavesOnlyFinishedFilesOnDisk() throws IOException {
        try (ImageSource disk = new DiskCache(decoded(), store(), problems::add)) {
            for (int i = 0; i < items.size(); i++) {
                pixels(disk, i);
            }
        }
        assertEquals(3, stored().size());
        for (Path file : stored()) {
            assertTrue(file.toString().endsWith(".rgb"), file::toString);
        }
    }

    @Test
    void readsTheDiskAgainInAnotherRun() throws IOException {
        byte[] before;
        try (ImageSource disk = new DiskCache(decoded(), store(), problems::add)) {
            before = pixels(disk, 1);
        }
        FileTime written = Files.getLastModifiedTime(stored().getFirst());
        try (ImageSource disk = new DiskCache(decoded(), store(), problems::add)) {
            assertArrayEquals(before, pixels(disk, 1));
        }
        assertEquals(written, Files.getLastModifiedTime(stored().getFirst()));
    }

    @Test
    void decodesAgainWhenThePictureHasChanged() throws IOException {
        try (ImageSource disk = new DiskCache(decoded(), store(), problems::add);
                ImageSource off = decoded()) {
            byte[] before = pixels(disk, 0);
            Path file = items.getFirst().image();
            FileTime time = Files.getLastModifiedTime(file);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 0x55;
            Files.write(file, bytes);
            Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 1000));
            assertFalse(Arrays.equals(before, pixels(off, 0)));
            assertArrayEquals(pixels(off, 0), pixels(disk, 0));
        }
    }

    @Test
    void decodesAgainWhenAFileOfTheCacheIsDamaged() throws IOException {
        try (ImageSource disk = new DiskCache(decoded(), store(), problems::add)) {
            byte[] before = pixels(disk, 0);
            Path file = stored().getFirst();
            byte[] whole = Files.readAllBytes(file);
            for (int at : new int[] {0, 9, 50, whole.length / 2, whole.length - 1}) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 1;
                Files.write(file, damaged);
                assertArrayEquals(before, pixels(disk, 0), "byte " + at);
                assertArrayEquals(whole, Files.readAllBytes(file));
            }
            Files.write(file, Arrays.copyOf(whole, whole.length - 7));
            assertArrayEquals(before, pixels(disk, 0));
        }
    }

    @Test
    void keepsPicturesForInputsOfTwoSizesApart() {
        try (ImageSource small = new DiskCache(decoded(), store(), problems::add);
                ImageSource large =
                        new DiskCache(new DecodedImages(items, new ImageDecoder(), 96, 96), store(), problems::add)) {
            byte[] one = pixels(small, 1);
            byte[] other = pixels(large, 1);
            assertArrayEquals(one, pixels(small, 1));
            assertArrayEquals(other, pixels(large, 1));
            assertEquals(96, large.get(1, buffers).image().width());
        }
    }

    @Test
    void decodesEachTimeWhereTheFolderCannotBeMadeAndSaysSoOnce() throws IOException {
        Path notAFolder = Files.writeString(folder.resolve("file"), "x");
        try (ImageSource disk = new DiskCache(decoded(), notAFolder, problems::add);
                ImageSource off = decoded()) {
            for (int i = 0; i < items.size(); i++) {
                assertArrayEquals(pixels(off, i), pixels(disk, i));
            }
        }
        assertEquals(1, problems.size());
        assertEquals("cache-not-written", problems.getFirst().id());
    }

    @Test
    void leavesAFolderAloneThatIsMarkedAsReadOnly() throws IOException {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class));
        Path dataset = Files.createDirectory(folder.resolve("dataset"));
        assertEquals(dataset.resolve(".ocellus-cache"), CacheMode.folder(dataset));
        Files.setPosixFilePermissions(dataset, PosixFilePermissions.fromString("r-xr-xr-x"));
        try (ImageSource disk = new DiskCache(decoded(), dataset, problems::add);
                ImageSource off = decoded()) {
            assertFalse(CacheMode.folder(dataset).startsWith(dataset));
            assertArrayEquals(pixels(off, 0), pixels(disk, 0));
            try (Stream<Path> files = Files.list(dataset)) {
                assertEquals(0, files.count());
            }
        } finally {
            Files.setPosixFilePermissions(dataset, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertEquals(1, problems.size());
        assertEquals("cache-not-written", problems.getFirst().id());
    }

    @Test
    void stopsWritingWhenTheDiskIsNearlyFull() throws IOException {
        try (ImageSource disk = new DiskCache(decoded(), store(), 3 * 40 * 30 + 10, problems::add)) {
            pixels(disk, 0);
            pixels(disk, 1);
            pixels(disk, 2);
            assertEquals(1, stored().size());
        }
        assertEquals(1, problems.size());
        assertTrue(problems.getFirst().message().contains("nearly full"));
    }

    @Test
    void opensEachMode() {
        for (String mode : List.of("off", "ram", "disk")) {
            try (ImageSource source =
                    CacheMode.of(mode).open(items, new ImageDecoder(), INPUT, INPUT, folder, problems::add)) {
                assertEquals(items.get(1).image(), source.file(1));
                pixels(source, 1);
            }
        }
        assertTrue(Files.isDirectory(folder.resolve(".ocellus-cache")));
        assertEquals(List.of(), problems);
    }
}
