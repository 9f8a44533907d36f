package dev.ocellus.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.sample.SampleDataset;
import dev.ocellus.engine.run.Json;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {

    @TempDir
    private static Path folder;

    private static Path data;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void prepare() throws IOException {
        Path sample = SampleDataset.install(folder.resolve("sample")).getParent();
        List<String> images = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            images.add(sample.resolve("images/train/train%03d.jpg".formatted(i)).toString());
        }
        Files.write(folder.resolve("few.txt"), images);
        data = Files.writeString(
                folder.resolve("data.yaml"), "train: few.txt\nval: few.txt\nnames: [circle, square, triangle]\n");
    }

    private int ocellus(OutputStream errors, String... words) {
        return Main.run(
                List.of(words),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    private String[] train(String name, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "train",
                "data=" + data,
                "imgsz=64",
                "batch=2",
                "project=" + folder,
                "name=" + name,
                "warmup_epochs=0"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    void trainsAndTellsWhereTheResultsAre() {
        assertEquals(0, ocellus(err, train("done", "epochs=1", "--json")));
        Map<String, Object> result = Json.object(out.toString(StandardCharsets.UTF_8));
        assertEquals("completed", result.get("status"));
        assertEquals(1L, result.get("epochs_completed"));
        assertTrue(Files.isRegularFile(Path.of(String.valueOf(result.get("last_weights")))), result.toString());
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("epoch 1/1"), err.toString());
        out.reset();
        assertEquals(0, ocellus(err, "val", data.toString(), "weights=" + result.get("last_weights"), "--json"));
        assertEquals(64L, Json.object(out.toString(StandardCharsets.UTF_8)).get("imgsz"));
        assertEquals(2, ocellus(err, "train", "resume=" + folder.resolve("done")));
    }

    @Test
    void ctrlCStopsWithinAStepAndLeavesARunThatCanBeContinued() {
        OutputStream interrupting = new OutputStream() {
            private boolean sent;

            @Override
            public void write(int b) {
                err.write(b);
                if (!sent && err.toString(StandardCharsets.UTF_8).contains("epoch 2/1000")) {
                    sent = true;
                    CtrlC.press();
                }
            }
        };
        assertEquals(130, ocellus(interrupting, train("interrupted", "epochs=1000", "eval_interval=0")));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("Stopping after this step."), err.toString());
        assertTrue(
                out.toString(StandardCharsets.UTF_8)
                        .contains("Continue with: ocellus train resume=" + folder.resolve("interrupted")),
                out.toString());
        RunFolder run = RunFolder.open(folder.resolve("interrupted"));
        assertEquals(RunState.STOPPED, run.status().orElseThrow().state());
        int done = run.status().orElseThrow().epoch();
        out.reset();
        String[] onward = {"train", "resume=" + run.path(), "epochs=" + (done + 1), "--json"};
        assertEquals(0, ocellus(err, onward));
        assertEquals(
                (long) done + 1,
                Json.object(out.toString(StandardCharsets.UTF_8)).get("epochs_completed"));
    }

    @Test
    void aDatasetThatIsNotThereIsAFaultOfTheData() {
        assertEquals(3, ocellus(err, train("nothing", "data=" + folder.resolve("none"))));
        assertTrue(Files.notExists(folder.resolve("nothing")));
    }
}
