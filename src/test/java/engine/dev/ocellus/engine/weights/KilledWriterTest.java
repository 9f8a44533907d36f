package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.tensor.HostTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledWriterTest {
    private static final int KILLS = 4;

    @TempDir
    private Path folder;

    @Test
    void aProcessThatIsKilledWhileItWritesLeavesAWholeFile() throws IOException, InterruptedException {
        Path file = folder.resolve("last.safetensors");
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < KILLS; i++) {
            Files.deleteIfExists(file);
            Process writer = start(file);
            while (!Files.exists(file)) {
                assertTrue(writer.isAlive(), "the writer has ended by itself");
                Thread.sleep(5);
            }
            Thread.sleep(random.nextInt(60));
            writer.destroyForcibly().waitFor();
            assertWhole(file);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of(file),
                    files.filter(left -> !left.toString().endsWith(".part")).toList(),
                    "what a dead writer leaves is never taken for a checkpoint");
        }
    }

    private static Process start(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessWriter.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void assertWhole(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            Safetensors read = Safetensors.read(file, arena);
            float version = Float.parseFloat(read.metadata().get("version"));
            assertEquals(2, read.tensors().size());
            for (HostTensor tensor : read.tensors().tensors().values()) {
                assertEquals(EndlessWriter.ELEMENTS, tensor.shape().elements());
                for (float value : tensor.toFloats()) {
                    if (value != version) {
                        assertEquals(version, value);
                    }
                }
            }
        }
    }
}
