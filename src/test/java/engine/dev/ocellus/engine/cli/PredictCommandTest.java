package dev.ocellus.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.sample.SampleDataset;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.StateLayout;
import dev.ocellus.engine.run.Json;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.train.StepGraphs;
import dev.ocellus.engine.weights.Safetensors;
import dev.ocellus.engine.weights.TensorSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictCommandTest {

    @TempDir
    private static Path folder;

    private static Path weights;
    private static Path images;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void prepare() throws IOException {
        images = SampleDataset.install(folder.resolve("sample"))
                .resolveSibling("images")
                .resolve("val");
        weights = folder.resolve("random.safetensors");
        Model model = Models.create("yolo9", "t", 3);
        Map<String, TensorSource> tensors = new LinkedHashMap<>();
        for (Parameter parameter : StepGraphs.layout(model).all()) {
            float[] values = new float[(int) parameter.shape().elements()];
            parameter.init().fill(values, new SplittableRandom(1));
            tensors.put(
                    parameter.name(),
                    TensorSource.of(HostTensor.of(StateLayout.stateShape(parameter.shape()), values)));
        }
        Safetensors.write(
                weights, tensors, Map.of("ocellus", "{\"names\": [\"disc\", \"box\", \"tent\"], \"imgsz\": [64, 96]}"));
    }

    private int predict(String... words) {
        List<String> line = new ArrayList<>(List.of("predict", "weights=" + weights, "max_det=4", "conf=0", "iou=1"));
        line.addAll(List.of(words));
        return Main.run(
                line,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private Map<String, Object> result() {
        return Json.object(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void findsObjectsWithinTheImageUnderTheNamesOfTheFile() {
        assertEquals(0, predict(images.resolve("val000.jpg").toString(), "--json"));
        assertEquals(List.of(64L, 96L), result().get("imgsz"));
        Map<?, ?> image = (Map<?, ?>) ((List<?>) result().get("images")).getFirst();
        assertEquals(320L, image.get("width"));
        List<?> objects = (List<?>) image.get("objects");
        assertEquals(4, objects.size());
        for (Object each : objects) {
            Map<?, ?> object = (Map<?, ?>) each;
            assertTrue(List.of("disc", "box", "tent").contains(object.get("name")), object.toString());
            for (Object edge : (List<?>) object.get("box")) {
                assertTrue((double) edge >= 0 && (double) edge <= 320, object.toString());
            }
        }
    }

    @Test
    void anImageThatCannotBeReadIsNamedAndTheOthersAreDone() throws IOException {
        Path mixed = Files.createDirectories(folder.resolve("mixed"));
        Files.copy(images.resolve("val001.jpg"), mixed.resolve("a.jpg"));
        Files.writeString(mixed.resolve("b.jpg"), "no image");
        assertEquals(3, predict("source=" + mixed, "imgsz=64", "--json"));
        assertEquals(1, ((List<?>) result().get("images")).size());
        assertTrue(
                ((List<?>) result().get("unreadable")).getFirst().toString().contains("b.jpg"),
                out.toString(StandardCharsets.UTF_8));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("error: " + mixed.resolve("b.jpg")),
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsMissingHasItsOwnExitCode() {
        assertEquals(3, predict(folder.resolve("nowhere").toString()));
        assertEquals(2, predict());
        assertEquals(4, predict(images.toString(), "weights=" + folder.resolve("absent.pt")));
    }

    @Test
    void asTextEveryObjectIsOneLine() {
        assertEquals(0, predict(images.resolve("val002.jpg").toString()));
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(5, lines.size());
        assertTrue(lines.getFirst().endsWith("val002.jpg  320x320  4 objects"), lines.getFirst());
    }
}
