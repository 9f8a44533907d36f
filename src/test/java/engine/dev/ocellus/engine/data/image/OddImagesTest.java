package dev.ocellus.engine.data.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.OddData;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every picture of the odd ones is decoded, or refused with its reason. */
class OddImagesTest {
    private static final ImageDecoder DECODER = new ImageDecoder();

    /** Damage that only decoding shows. */
    private static final Set<String> SOUND_HEADERS = Set.of("bad_crc.png");

    static List<List<String>> outcome() {
        return OddData.csv("images/outcome.csv");
    }

    private static Path file(String name) {
        return OddData.folder().resolve("images").resolve(name);
    }

    private static String decode(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage image = DECODER.decode(file, arena);
            return "decoded " + image.width() + " " + image.height();
        } catch (UnreadableImageException e) {
            assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
            return e.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static String probe(Path file) {
        try {
            ImageHeader header = ImageHeader.probe(file);
            return "decoded " + header.width() + " " + header.height();
        } catch (UnreadableImageException e) {
            return e.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @ParameterizedTest
    @MethodSource("outcome")
    void isDecodedOrRefusedWithItsReason(List<String> row) {
        String expected = (row.get(1) + " " + row.get(2) + " " + row.get(3)).strip();
        assertEquals(expected, decode(file(row.getFirst())));
        if (!SOUND_HEADERS.contains(row.getFirst())) {
            assertEquals(expected, probe(file(row.getFirst())));
        }
    }

    @Test
    void namesWhatIsNoImage() {
        Map<String, String> names = Map.of(
                "html.jpg", "HTML page",
                "lfs_pointer.png", "Git LFS pointer",
                "zero_bytes.jpg", "0 bytes",
                "photo.avif", "AVIF",
                "truncated.jpg", "9150 bytes");
        names.forEach((name, what) -> {
            UnreadableImageException refusal =
                    assertThrows(UnreadableImageException.class, () -> ImageHeader.probe(file(name)));
            assertTrue(refusal.getMessage().contains(what), refusal.getMessage());
        });
    }

    @Test
    void decodesCmykToTheColoursOfThePicture() {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage image = DECODER.decode(file("real/pil_sample_cmyk.jpg"), arena);
            double[] mean = new double[3];
            for (int i = 0; i < 30_000; i++) {
                mean[i % 3] += (image.pixels().get(ValueLayout.JAVA_BYTE, i) & 0xFF) / 10_000.0;
            }
            assertArrayEquals(new double[] {31.1, 6.4, 7.6}, mean, 1);
        }
    }

    @Test
    void refusesCmykThatDoesNotSayHowItsInksAreStored(@TempDir Path folder) throws IOException {
        byte[] bytes = Files.readAllBytes(file("real/pil_sample_cmyk.jpg"));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.lastIndexOf("\u00FF\u00EE\0\u000EAdobe") + 4] = 'a';
        Path unmarked = Files.write(folder.resolve("cmyk.jpg"), bytes);
        assertEquals("unsupported", probe(unmarked));
        assertEquals("unsupported", decode(unmarked));
    }
}
