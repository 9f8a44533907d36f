package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightsFileTest {
    private final Arena arena = Arena.ofConfined();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void theFormatIsToldByTheContentNotTheName() throws IOException {
        Path disguised = folder.resolve("checkpoint.safetensors");
        Files.copy(TorchCheckpointTest.resource("tiny2.pt"), disguised);
        WeightsFile read = WeightsFile.read(disguised, arena);
        assertEquals(11, read.state().size());
        assertEquals(Shape.of(3, 4), read.state().get("transposed").shape());
        assertEquals(List.of("cell", "Zelle ß"), read.facts().names());
    }

    @Test
    void tensorsAreFoundUnderModelThenEmaThenStateDictThenAtTheTop() throws IOException {
        assertEquals(Set.of("m"), names("ema", "e", "model", "m"));
        assertEquals(Set.of("e"), names("state_dict", "s", "ema", "e"));
        assertEquals(Set.of("s"), names("other", "o", "state_dict", "s"));
        HostileCheckpoint bare =
                new HostileCheckpoint().entry("a/data/0", new byte[4]).code('}').text("w");
        bare.tensor("FloatStorage", "0", 1, 0, new int[] {1}, new int[] {1})
                .code('s')
                .text("epoch")
                .code('N', 's', '.');
        assertEquals(Set.of("w"), read(bare).state().names());
    }

    private Set<String> names(String... placesAndNames) throws IOException {
        HostileCheckpoint file =
                new HostileCheckpoint().entry("a/data/0", new byte[4]).code('}');
        for (int i = 0; i < placesAndNames.length; i += 2) {
            file.text(placesAndNames[i]).code('}').text(placesAndNames[i + 1]);
            file.tensor("FloatStorage", "0", 1, 0, new int[] {1}, new int[] {1}).code('s', 's');
        }
        return read(file.code('.')).state().names();
    }

    @Test
    void checkpointsWithoutTensorsAreRefusedWithWhatTheyHold() throws IOException {
        refused(
                new HostileCheckpoint()
                        .code('}')
                        .text("weights")
                        .code('N', 's', '.')
                        .file(),
                "[weights]");
        refused(new HostileCheckpoint().code(']', '.').file(), "dictionary");
    }

    @Test
    void formatsThatCannotBeReadAreRefusedByName() throws IOException {
        byte[] legacy = {(byte) 0x80, 2, (byte) 0x8a, 10, 0x6c, (byte) 0xfc, (byte) 0x9c, 0x46, (byte) 0xf9, 0x20, 0x6a
        };
        assertTrue(refused(legacy, "before version 1.6").cure().contains("torch.save"));
        refused("ONNX and others".getBytes(StandardCharsets.UTF_8), "neither a safetensors file nor");
        refused(new byte[0], "neither");
        assertThrows(StudioException.class, () -> WeightsFile.read(folder.resolve("absent.pt"), arena));
    }

    @Test
    void aRunsOwnTensorsAreNotTheModels() throws IOException {
        Path file = folder.resolve("last.safetensors");
        TensorSource one = TensorSource.of(HostTensor.of(Shape.of(1), 1));
        String document = "{\"model_family\":\"yolo9\",\"size\":\"t\",\"task\":\"detect\",\"names\":[\"a\",\"b\"]}";
        Safetensors.write(
                file,
                Map.of("a.weight", one, "train_model.a.weight", one, "optimizer.moment1.a.weight", one),
                Map.of("ocellus", document));
        WeightsFile read = WeightsFile.read(file, arena);
        assertEquals(Set.of("a.weight"), read.state().names());
        ModelFacts facts = new ModelFacts(
                Optional.of("yolo9"), Optional.of("t"), Optional.of("detect"), List.of("a", "b"), List.of());
        assertEquals(facts, read.facts());
        Safetensors.write(file, Map.of("optimizer.moment1.a", one), Map.of());
        refused(Files.readAllBytes(file), "no tensors of a model");
    }

    @Test
    void strangeMetadataTellsNothingAndDisturbsNothing() {
        assertEquals(ModelFacts.of(Map.of()), ModelFacts.ofMetadata(Map.of("ocellus", "{not json")));
        assertEquals(Optional.empty(), ModelFacts.of(Map.of("size", 3L)).size());
        assertEquals(
                List.of("a", "b"),
                ModelFacts.of(Map.of("names", Map.of(1L, "b", 0L, "a"))).names());
        assertEquals(
                List.of(),
                ModelFacts.of(Map.of("names", Map.of(1L, "b", 7L, "a"))).names());
        assertEquals(
                Optional.of("t"), ModelFacts.ofMetadata(Map.of("size", "t")).size());
    }

    @Test
    void theInputSizeIsOneSideOrTwo() {
        assertEquals(List.of(320, 320), ModelFacts.of(Map.of("imgsz", 320L)).inputSize());
        assertEquals(
                List.of(384, 640),
                ModelFacts.of(Map.of("imgsz", List.of(384L, 640L))).inputSize());
        for (Object strange : List.of("320", List.of(1L), List.of(1L, "x"), -32L)) {
            assertEquals(List.of(), ModelFacts.of(Map.of("imgsz", strange)).inputSize());
        }
    }

    private WeightsFile read(HostileCheckpoint checkpoint) throws IOException {
        Path file = folder.resolve("made.pt");
        Files.write(file, checkpoint.file());
        return WeightsFile.read(file, arena);
    }

    private StudioException refused(byte[] bytes, String named) throws IOException {
        Path file = folder.resolve("bad.bin");
        Files.write(file, bytes);
        StudioException fault = assertThrows(StudioException.class, () -> WeightsFile.read(file, arena));
        assertTrue(fault.getMessage().startsWith(file.toString()), fault.getMessage());
        assertTrue(fault.getMessage().contains(named), fault.getMessage());
        return fault;
    }
}
