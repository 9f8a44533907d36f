package dev.ocellus.engine.data.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.image.UnreadableImageException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageDecoderTest {
    private static final ImageDecoder DECODER = new ImageDecoder();

    private final Arena arena = Arena.ofShared();

    @TempDir
    private Path folder;

    @AfterEach
    void free() {
        arena.close();
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    static Stream<Arguments> orientations() {
        return IntStream.rangeClosed(1, 8)
                .boxed()
                .flatMap(o -> Stream.of("jpg", "png", "tiff", "deep.tiff").map(format -> Arguments.of(format, o)));
    }

    private static byte[] turned(String format, int orientation, Arena arena) {
        RgbImage stored = Pictures.stored(orientation, arena);
        byte[] exif = Pictures.exif(orientation);
        return switch (format) {
            case "jpg" -> Pictures.jpegWithExif(ImageEncoder.jpeg(stored, 100), exif);
            case "png" -> Pictures.pngWithChunk(ImageEncoder.png(stored), "eXIf", exif);
            default -> Pictures.tiff(stored, format.equals("tiff") ? 8 : 16, orientation);
        };
    }

    @ParameterizedTest
    @MethodSource("orientations")
    void turnsEveryOrientationUpright(String format, int orientation) throws IOException {
        Path file = write("turned." + format, turned(format, orientation, arena));
        ImageHeader header = ImageHeader.probe(file);
        assertEquals(List.of(Pictures.WIDTH, Pictures.HEIGHT), List.of(header.width(), header.height()));
        RgbImage image = DECODER.decode(file, arena);
        RgbImage small = DECODER.thumbnail(file, Pictures.WIDTH / 2, arena);
        assertEquals(List.of(Pictures.WIDTH, Pictures.HEIGHT), List.of(image.width(), image.height()));
        assertEquals(List.of(Pictures.WIDTH / 2, Pictures.HEIGHT / 2), List.of(small.width(), small.height()));
        for (int y : new int[] {8, 24}) {
            for (int x : new int[] {12, 36}) {
                int colour = Pictures.upright(x, y);
                assertTrue(Pictures.difference(colour, Pictures.rgb(image, x, y)) < 8, "at " + x + ", " + y);
                assertTrue(Pictures.difference(colour, Pictures.rgb(small, x / 2, y / 2)) < 8, "small, at " + x);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, 65_535})
    void takesAnIllegalOrientationForUpright(int orientation) throws IOException {
        byte[] jpeg = ImageEncoder.jpeg(Pictures.stored(1, arena), 90);
        Path file = write("a.jpg", Pictures.jpegWithExif(jpeg, Pictures.exif(orientation)));
        assertEquals(1, ImageHeader.probe(file).orientation());
        assertEquals(Pictures.WIDTH, DECODER.decode(file, arena).width());
    }

    @Test
    void ignoresBrokenExif() throws IOException {
        byte[] jpeg = ImageEncoder.jpeg(Pictures.stored(1, arena), 90);
        byte[] broken = Arrays.copyOf(Pictures.exif(6), 12);
        assertEquals(
                1,
                ImageHeader.probe(write("a.jpg", Pictures.jpegWithExif(jpeg, broken)))
                        .orientation());
    }

    @Test
    void losslessPicturesKeepEveryPixel() throws IOException {
        RgbImage noise = new RgbImage(31, 17, Pictures.noise(3 * 31 * 17, arena));
        RgbImage decoded = DECODER.decode(write("noise.png", ImageEncoder.png(noise)), arena);
        assertEquals(-1, noise.pixels().mismatch(decoded.pixels()));
    }

    @Test
    void makesThreeEqualChannelsOfGray() throws IOException {
        Path file = write("gray.pgm", Pictures.netpbm("P5 # made by hand\n3 1 255\n", new byte[] {0, 100, (byte) 255}));
        RgbImage image = DECODER.decode(file, arena);
        assertEquals(0x000000, Pictures.rgb(image, 0, 0));
        assertEquals(0x646464, Pictures.rgb(image, 1, 0));
        assertEquals(0xFFFFFF, Pictures.rgb(image, 2, 0));
    }

    @Test
    void scalesSixteenBitsByTwoHundredFiftySeven() throws IOException {
        byte[] values = {0, (byte) 128, 0, (byte) 129, 1, 1, 1, (byte) 129, (byte) 255, (byte) 255};
        RgbImage image = DECODER.decode(write("deep.pgm", Pictures.netpbm("P5 5 1 65535\n", values)), arena);
        int[] expected = {0, 1, 1, 1, 255};
        int[] decoded =
                IntStream.range(0, 5).map(x -> Pictures.rgb(image, x, 0) & 0xFF).toArray();
        assertEquals(Arrays.toString(expected), Arrays.toString(decoded));
    }

    @Test
    void decodesIntoMemoryOfTheCaller() throws IOException {
        Path file = write("a.png", ImageEncoder.png(Pictures.stored(1, arena)));
        MemorySegment mine = arena.allocate(3L * Pictures.WIDTH * Pictures.HEIGHT + 100);
        RgbImage image = DECODER.decode(file, SegmentAllocator.prefixAllocator(mine));
        assertEquals(mine.address(), image.pixels().address());
        assertEquals(-1, Pictures.stored(1, arena).pixels().mismatch(image.pixels()));
    }

    @Test
    void refusesMorePixelsThanTheLimitBeforeDecoding() throws IOException {
        Path file = write("a.png", ImageEncoder.png(Pictures.stored(1, arena)));
        ImageDecoder strict = new ImageDecoder(Pictures.WIDTH * Pictures.HEIGHT - 1);
        UnreadableImageException refusal = assertThrows(
                UnreadableImageException.class,
                () -> strict.decode(file, (bytes, alignment) -> {
                    throw new AssertionError("memory was asked for");
                }));
        assertEquals(Reason.TOO_LARGE, refusal.reason());
        assertTrue(refusal.getMessage().contains("48 x 32"), refusal.getMessage());
    }

    @Test
    void refusesAHugePictureFromItsHeader() throws IOException {
        byte[] png = ImageEncoder.png(Pictures.stored(1, arena));
        png[16] = 0;
        png[17] = 1;
        png[21] = 1;
        UnreadableImageException refusal =
                assertThrows(UnreadableImageException.class, () -> ImageHeader.probe(write("bomb.png", png)));
        assertEquals(Reason.TOO_LARGE, refusal.reason());
    }

    @Test
    void reportsDamageWithinCompressedData() throws IOException {
        byte[] png = ImageEncoder.png(new RgbImage(64, 64, Pictures.noise(3 * 64 * 64, arena)));
        png[png.length / 2] ^= 0x55;
        Path file = write("damaged.png", png);
        assertEquals(64, ImageHeader.probe(file).width());
        assertEquals(
                Reason.DAMAGED,
                assertThrows(UnreadableImageException.class, () -> DECODER.decode(file, arena))
                        .reason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpg", "png"})
    void reportsEveryCutAsDamaged(String format) throws IOException {
        RgbImage noise = new RgbImage(40, 30, Pictures.noise(3 * 40 * 30, arena));
        byte[] whole = format.equals("png") ? ImageEncoder.png(noise) : ImageEncoder.jpeg(noise, 90);
        for (int length = 20; length < whole.length; length += 37) {
            Path file = write("cut." + format, Arrays.copyOf(whole, length));
            assertEquals(
                    Reason.DAMAGED,
                    assertThrows(UnreadableImageException.class, () -> ImageHeader.probe(file))
                            .reason());
        }
    }

    @Test
    void namesWhatIsNotThere() {
        UnreadableImageException refusal =
                assertThrows(UnreadableImageException.class, () -> DECODER.decode(folder.resolve("absent.jpg"), arena));
        assertEquals(Reason.INACCESSIBLE, refusal.reason());
        assertTrue(refusal.getMessage().contains("absent.jpg is not there"), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 10, 40, 100, 200, 399})
    void thumbnailsFitTheSquareAndKeepTheShape(int side) throws IOException {
        Path file = write("wide.jpg", ImageEncoder.jpeg(new RgbImage(400, 100, Pictures.noise(120_000, arena)), 90));
        RgbImage small = DECODER.thumbnail(file, side, arena);
        assertEquals(side, small.width());
        assertEquals(Math.max(1, Math.round(side / 4.0)), small.height());
    }

    @Test
    void thumbnailsAreNotEnlarged() throws IOException {
        Path file = write("a.png", ImageEncoder.png(Pictures.stored(1, arena)));
        RgbImage image = DECODER.thumbnail(file, 500, arena);
        assertEquals(-1, Pictures.stored(1, arena).pixels().mismatch(image.pixels()));
    }

    @Test
    void releasesTheMemoryOfOpenCv() throws IOException {
        Path file = write("turned.jpg", turned("jpg", 6, arena));
        Path broken = write("broken.jpg", new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0});
        long before = Pointer.totalCount();
        for (int i = 0; i < 20; i++) {
            DECODER.decode(file, arena);
            DECODER.thumbnail(file, 20, arena);
            assertThrows(UnreadableImageException.class, () -> DECODER.decode(broken, arena));
        }
        assertEquals(before, Pointer.totalCount());
    }

    @Test
    void givesTheSamePixelsOnManyThreads() throws Exception {
        Path file = write("a.jpg", ImageEncoder.jpeg(new RgbImage(200, 150, Pictures.noise(90_000, arena)), 80));
        RgbImage reference = DECODER.decode(file, arena);
        ImageDecoder oneAtATime = new ImageDecoder(200 * 150);
        try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
            Callable<RgbImage> decoding = () -> oneAtATime.decode(file, arena);
            for (Future<RgbImage> image : executor.invokeAll(Collections.nCopies(20, decoding))) {
                assertEquals(-1, reference.pixels().mismatch(image.get().pixels()));
            }
        }
    }
}
