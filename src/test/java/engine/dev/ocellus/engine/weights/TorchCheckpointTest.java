package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.tensor.Shape;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads small checkpoints that CPython's own pickler wrote, in protocol 2 and 5, with the names and the archive layout of
 * torch.save. The storage under most tensors holds 1, 2, … 12.
 */
class TorchCheckpointTest {
    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny2.pt", "tiny5.pt"})
    void plainValuesAreReadWithTheirTypes(String name) {
        Map<?, ?> root = root(name);
        assertEquals(
                List.of("model", "nc", "names", "imgsz", "epoch", "loss", "config"), new ArrayList<>(root.keySet()));
        assertEquals(2L, root.get("nc"));
        assertEquals(-3L, root.get("epoch"));
        assertEquals(0.25, root.get("loss"));
        assertEquals(Map.of(0L, "cell", 1L, "Zelle ß"), root.get("names"));
        Map<?, ?> config = (Map<?, ?>) root.get("config");
        assertEquals(List.of(0.01, 1e-4), config.get("lr"));
        assertEquals(Arrays.asList(true, false, null), config.get("flags"));
        assertEquals(new BigInteger("9223372036854775813"), config.get("seed"));
        assertEquals(BigInteger.TWO.pow(70).negate(), config.get("big"));
        assertEquals(List.of(3L, 4L), config.get("size"));
        assertEquals(Set.of(1L, 2L), config.get("ids"));
        assertEquals(Set.of("a"), config.get("frozen"));
        assertArrayEquals(new byte[] {0, -1, 'a', 'b', 'c'}, (byte[]) config.get("raw"));
        assertEquals(70_000L, config.get("long"));
        assertEquals(300L, config.get("medium"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny2.pt", "tiny5.pt"})
    void viewsAreReadInTheOrderOfTheirDimensions(String name) {
        assertValues(name, "plain", Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
        assertValues(name, "transposed", Shape.of(3, 4), 1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12);
        assertValues(name, "channels_last", Shape.of(1, 2, 2, 3), 1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12);
        assertValues(name, "offset", Shape.of(3), 10, 11, 12);
        assertValues(name, "repeated", Shape.of(4), 3, 3, 3, 3);
        assertValues(name, "empty", Shape.of(0, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny2.pt", "tiny5.pt"})
    void everyElementTypeIsRead(String name) {
        assertValues(name, "half", Shape.of(4), 1.5f, -2, 0x1p-24f, 65504);
        assertValues(name, "bfloat16", Shape.of(2), 1.5f, -2);
        assertValues(name, "counter", Shape.SCALAR, 7);
        assertValues(name, "mask", Shape.of(3), 1, 0, 1);
        assertValues(name, "double", Shape.of(2), 0.1f, Float.NEGATIVE_INFINITY);
    }

    private void assertValues(String file, String tensor, Shape shape, float... expected) {
        TorchTensor read = (TorchTensor) ((Map<?, ?>) root(file).get("model")).get(tensor);
        assertEquals(shape, read.spec().shape());
        assertArrayEquals(expected, Float32.values(read.load(arena)), tensor);
    }

    private Map<?, ?> root(String name) {
        return (Map<?, ?>) TorchCheckpoint.read(resource(name), arena).root();
    }

    /** A file of this test's resources. */
    static Path resource(String name) {
        try {
            return Path.of(
                    TorchCheckpointTest.class.getResource("/weights/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
