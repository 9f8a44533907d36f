package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {
    private static final HostTensor WEIGHT = HostTensor.of(Shape.of(2, 3), 1, 2, 3, 4, 5, -6.5f);
    private static final HostTensor SCALAR = HostTensor.of(Shape.SCALAR, 42);

    @TempDir
    private Path folder;

    @Test
    void readsWhatTheReferenceLibraryWrote() throws IOException {
        Path file = folder.resolve("io.safetensors");
        Files.write(
                file,
                SafetensorsTest.class
                        .getResourceAsStream("/values/yolo9t.io.safetensors")
                        .readAllBytes());
        try (Arena arena = Arena.ofConfined()) {
            StateDict tensors = Safetensors.read(file, arena).tensors();
            assertEquals(9, tensors.size());
            assertEquals(Shape.of(2, 3, 160, 160), tensors.get("x").shape());
            float[] targets = Float32.values(tensors.get("targets"));
            assertEquals(200, targets.length);
            assertEquals(0.2711847424507141, targets[1]);
        }
    }

    @Test
    void writtenTensorsAndTextsComeBack() throws IOException {
        Path file = folder.resolve("a.safetensors");
        write(file, Map.of("names", "[\"Zelle\", \"célula\"]"), Map.of("b.weight", WEIGHT, "a", SCALAR));
        try (Arena arena = Arena.ofConfined()) {
            Safetensors read = Safetensors.read(file, arena);
            assertEquals(Map.of("names", "[\"Zelle\", \"célula\"]"), read.metadata());
            assertEquals(List.of("a", "b.weight"), List.copyOf(read.tensors().names()));
            assertArrayEquals(WEIGHT.toFloats(), read.tensors().get("b.weight").toFloats());
            assertArrayEquals(SCALAR.toFloats(), read.tensors().get("a").toFloats());
        }
    }

    @Test
    void theOrderOfTheMapDoesNotShowInTheFile() throws IOException {
        Map<String, HostTensor> one = new LinkedHashMap<>();
        one.put("x", WEIGHT);
        one.put("a", SCALAR);
        Map<String, HostTensor> other = new LinkedHashMap<>();
        other.put("a", SCALAR);
        other.put("x", WEIGHT);
        write(folder.resolve("1"), Map.of("k", "1", "e", "2"), one);
        write(folder.resolve("2"), Map.of("e", "2", "k", "1"), other);
        assertArrayEquals(Files.readAllBytes(folder.resolve("1")), Files.readAllBytes(folder.resolve("2")));
    }

    @Test
    void everyTensorIsAlignedToItsElements() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            HostTensor bytes = HostTensor.allocate(new TensorSpec(Shape.of(3), DType.U8), arena);
            HostTensor counter = HostTensor.allocate(new TensorSpec(Shape.SCALAR, DType.I64), arena);
            Path file = folder.resolve("mixed");
            write(file, Map.of(), Map.of("a", bytes, "b", counter, "c", WEIGHT));
            for (HostTensor tensor :
                    Safetensors.read(file, arena).tensors().tensors().values()) {
                assertEquals(0, tensor.data().address() % tensor.dtype().bytes());
            }
        }
    }

    @Test
    void aFailedWriteLeavesTheFormerFileAndNothingElse() throws IOException {
        Path file = folder.resolve("w.safetensors");
        write(file, Map.of(), Map.of("a", WEIGHT));
        byte[] before = Files.readAllBytes(file);
        TensorSource broken = new TensorSource(TensorSpec.f32(5), () -> {
            throw new IllegalStateException("the device is gone");
        });
        Map<String, TensorSource> tensors = Map.of("a", TensorSource.of(WEIGHT), "b", broken);
        assertThrows(IllegalStateException.class, () -> Safetensors.write(file, tensors, Map.of()));
        assertArrayEquals(before, Files.readAllBytes(file));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]}}                | F8_E4M3",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}                    | do not fit",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}                   | negative",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}                    | not a range",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}                                           | lacks",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4],\"x\":1}}            | unknown key",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1.5],\"data_offsets\":[0,4]}}                  | shape of \"a\"",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[99999999999],\"data_offsets\":[0,4]}}          | too large",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2147483647,2147483647,9],\"data_offsets\":[0,4]}} | too large",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[99999999999999999999],\"data_offsets\":[0,4]}} | JSON",
                "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}                     | describes 2"
                        + " bytes",
                "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}                     | where 0 is"
                        + " expected",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"
                        + " | overlaps",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"
                        + " | JSON",
                "{\"__metadata__\":{\"k\":1}}                                                        | \"k\"",
                "{\"a\":[]}                                                                         | \"a\"",
                "[]                                                                                  | the header",
                "{}{}                                                                                | more than one",
                "{\"a\":                                                                             | JSON",
            })
    void malformedHeadersAreRefusedWithFileAndFault(String header, String named) throws IOException {
        Path file = folder.resolve("bad.safetensors");
        byte[] json = header.strip().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + json.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(file, bytes.putLong(json.length).put(json).array());
        refused(file, named);
    }

    @Test
    void aHeaderLongerThanTheFileIsRefusedBeforeItIsRead() throws IOException {
        Path file = folder.resolve("bad.safetensors");
        Files.write(file, ByteBuffer.allocate(8).putLong(-1).array());
        refused(file, "18446744073709551615");
        Files.write(file, new byte[3]);
        refused(file, "3 bytes long");
        refused(folder.resolve("absent"), "does not exist");
        refused(folder, "is a folder");
    }

    private static void refused(Path file, String named) {
        try (Arena arena = Arena.ofConfined()) {
            StudioException fault = assertThrows(StudioException.class, () -> Safetensors.read(file, arena));
            assertEquals(StudioException.Kind.MODEL, fault.kind());
            assertTrue(fault.getMessage().startsWith(file.toString()), fault.getMessage());
            assertTrue(fault.getMessage().contains(named), fault.getMessage());
            assertTrue(!fault.cure().isEmpty());
        }
    }

    private static void write(Path file, Map<String, String> metadata, Map<String, HostTensor> tensors)
            throws IOException {
        Map<String, TensorSource> sources = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> sources.put(name, TensorSource.of(tensor)));
        Safetensors.write(file, sources, metadata);
    }
}
