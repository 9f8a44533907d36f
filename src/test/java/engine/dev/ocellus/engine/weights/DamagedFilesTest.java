package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that were cut or changed anywhere: each is read to the end or refused as a fault of the file, within a few
 * megabytes. Nothing else may come out.
 */
class DamagedFilesTest {
    private static final Path FILE = Path.of("damaged");
    private static final int MUTATIONS = 20_000;
    private static final long MOST_BYTES = 8 << 20;

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"tiny2.pt", "tiny5.pt", "small.safetensors"})
    void everyCutIsRefused(String name) throws IOException {
        byte[] whole = file(name);
        assertTrue(readable(whole));
        for (int length = 0; length < whole.length; length++) {
            assertEquals(false, readable(Arrays.copyOf(whole, length)), name + " cut at " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny2.pt", "tiny5.pt", "small.safetensors"})
    void changedBytesAreReadOrRefused(String name) throws IOException {
        byte[] whole = file(name);
        SplittableRandom random = new SplittableRandom(name.hashCode());
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            refused += readable(mutated(whole, random)) ? 0 : 1;
        }
        assertTrue(refused > MUTATIONS / 10, "only " + refused + " were refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny2.pt", "tiny5.pt"})
    void changedPicklesInAWholeArchiveAreReadOrRefused(String name) throws IOException {
        Map<String, byte[]> entries = entries(file(name));
        byte[] pickle = entries.remove("data.pkl");
        SplittableRandom random = new SplittableRandom(7 + name.hashCode());
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            HostileCheckpoint archive = new HostileCheckpoint();
            entries.forEach((entry, content) -> archive.entry("a/" + entry, content));
            refused += readable(archive.file(mutated(pickle, random))) ? 0 : 1;
        }
        assertTrue(refused > MUTATIONS / 10 && refused < MUTATIONS, refused + " were refused");
    }

    @Test
    void changedHeadersOfSafetensorsAreReadOrRefused() throws IOException {
        byte[] whole = file("small.safetensors");
        SplittableRandom random = new SplittableRandom(3);
        int headerEnd = 8 + (int) whole[0] + 256 * whole[1];
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] changed = whole.clone();
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                changed[random.nextInt(8, headerEnd)] = (byte) "0123456789[]{}\",:-eF".charAt(random.nextInt(20));
            }
            refused += readable(changed) ? 0 : 1;
        }
        assertTrue(refused > MUTATIONS / 10 && refused < MUTATIONS, refused + " were refused");
    }

    private static byte[] mutated(byte[] whole, SplittableRandom random) {
        byte[] changed = whole.clone();
        for (int n = random.nextInt(1, 5); n > 0; n--) {
            int at = random.nextInt(changed.length);
            changed[at] =
                    random.nextBoolean() ? (byte) (changed[at] ^ 1 << random.nextInt(8)) : (byte) random.nextInt(256);
        }
        return changed;
    }

    /** Reads everything; false if the file was refused. */
    private boolean readable(byte[] bytes) {
        long before = thread.getCurrentThreadAllocatedBytes();
        try (Arena arena = Arena.ofConfined()) {
            WeightsFile read = WeightsFile.read(FILE, MemorySegment.ofArray(bytes), arena);
            read.state().tensors().values().forEach(Float32::values);
            return true;
        } catch (StudioException e) {
            assertEquals(StudioException.Kind.MODEL, e.kind());
            assertTrue(e.getMessage().startsWith("damaged ") && !e.cure().isEmpty(), e.getMessage());
            return false;
        } finally {
            long allocated = thread.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < MOST_BYTES, allocated + " bytes were allocated");
        }
    }

    private byte[] file(String name) throws IOException {
        if (!name.equals("small.safetensors")) {
            return Files.readAllBytes(TorchCheckpointTest.resource(name));
        }
        Map<String, TensorSource> tensors = new LinkedHashMap<>();
        tensors.put("conv.weight", TensorSource.of(HostTensor.of(Shape.of(2, 1, 2, 2), 1, 2, 3, 4, 5, 6, 7, 8)));
        tensors.put("conv.bias", TensorSource.of(HostTensor.of(Shape.of(2), 1, 2)));
        tensors.put("scale", TensorSource.of(HostTensor.of(Shape.SCALAR, 9)));
        Path file = folder.resolve(name);
        Safetensors.write(file, tensors, Map.of("ocellus", "{\"size\":\"t\",\"names\":[\"a\"]}"));
        return Files.readAllBytes(file);
    }

    private static Map<String, byte[]> entries(byte[] archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                entries.put(name.substring(name.indexOf('/') + 1), zip.readAllBytes());
            }
        }
        return entries;
    }
}
