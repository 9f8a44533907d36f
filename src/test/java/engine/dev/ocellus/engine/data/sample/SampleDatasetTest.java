package dev.ocellus.engine.data.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.DatasetReader;
import dev.ocellus.engine.data.SplitName;
import dev.ocellus.engine.data.image.RgbImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleDatasetTest {

    @TempDir
    private static Path folder;

    @BeforeAll
    static void install() {
        SampleDataset.install(folder.resolve("sample"));
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void isASoundDatasetOfThreeClasses() {
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            Dataset dataset = DatasetReader.read(folder.resolve("sample"), executor, Progress.NONE, new Cancellation());
            assertEquals(List.of(), dataset.problems());
            assertEquals(List.of("circle", "square", "triangle"), dataset.classNames());
            assertEquals(120, dataset.split(SplitName.TRAIN).size());
            assertEquals(30, dataset.split(SplitName.VAL).size());
            dataset.counts()
                    .forEach((part, counts) -> counts.boxesByClass()
                            .forEach(n -> assertTrue(n >= counts.boxes() / 5, () -> part + ": " + counts)));
        }
    }

    @Test
    void isSmall() throws IOException {
        long bytes = 0;
        for (Path file : files(folder.resolve("sample"))) {
            bytes += Files.size(file);
        }
        assertTrue(bytes < 2_000_000, bytes + " bytes");
    }

    @Test
    void comesOutTheSameEachTime() throws IOException {
        Path again = folder.resolve("again");
        SampleDataset.install(again);
        List<Path> files = files(folder.resolve("sample"));
        assertEquals(301, files.size());
        for (Path file : files) {
            Path twin = again.resolve(folder.resolve("sample").relativize(file).toString());
            assertEquals(-1, Files.mismatch(file, twin), file.toString());
        }
    }

    @Test
    void leavesAnInstalledOneAlone() throws IOException {
        Path yaml = folder.resolve("sample/data.yaml");
        Path image = folder.resolve("sample/images/val/val029.jpg");
        Object before = List.of(Files.getLastModifiedTime(yaml), Files.getLastModifiedTime(image));
        assertEquals(yaml, SampleDataset.install(folder.resolve("sample")));
        assertEquals(before, List.of(Files.getLastModifiedTime(yaml), Files.getLastModifiedTime(image)));
    }

    @Test
    void boxesTouchTheirShapesOnAllSides() {
        SampleScene scene = new SampleScene(3);
        try (Arena arena = Arena.ofConfined()) {
            RgbImage image = scene.draw(arena);
            assertTrue(scene.boxes().size() > 1, scene.boxes().toString());
            for (Box box : scene.boxes()) {
                int left = Math.round(box.left() * SampleScene.SIZE);
                int right = Math.round(box.right() * SampleScene.SIZE);
                int top = Math.round(box.top() * SampleScene.SIZE);
                int bottom = Math.round(box.bottom() * SampleScene.SIZE);
                int centre = rgb(image, (left + right) / 2, (top + bottom) / 2);
                assertTrue(column(image, left + 2, top, bottom, centre), () -> "left of " + box);
                assertTrue(column(image, right - 3, top, bottom, centre), () -> "right of " + box);
                assertTrue(!column(image, left - 2, top, bottom, centre), () -> "outside of " + box);
                assertTrue(!column(image, right + 1, top, bottom, centre), () -> "outside of " + box);
            }
        }
    }

    /** Whether a colour occurs in a column between two rows. */
    private static boolean column(RgbImage image, int x, int top, int bottom, int colour) {
        for (int y = top; y < bottom; y++) {
            if (rgb(image, x, y) == colour) {
                return true;
            }
        }
        return false;
    }

    private static int rgb(RgbImage image, int x, int y) {
        int rgb = 0;
        for (int c = 0; c < 3; c++) {
            rgb = rgb << 8 | image.pixels().get(ValueLayout.JAVA_BYTE, 3L * (y * image.width() + x) + c) & 0xFF;
        }
        return rgb;
    }
}
