package dev.ocellus.engine.backend.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.ops.Conv2d;
import dev.ocellus.engine.ops.Conv2dInputGradient;
import dev.ocellus.engine.ops.Conv2dWeightGradient;
import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.TensorSpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("gpu")
class ConvolutionSearchTest {
    private static final List<String> RESULTS = List.of("y", "dx", "dw");

    @TempDir
    Path folder;

    /** The three convolutions of a layer, computed by a process that starts with what is in the cache. */
    private List<float[]> compute(boolean benchmark) {
        Graph graph = new Graph();
        Conv2d op = new Conv2d(32, 3, 1, 1, 1);
        Value x = graph.input("x", TensorSpec.f32(2, 10, 12, 16));
        Value w = graph.input("w", TensorSpec.f32(32, 3, 3, 16));
        ConvGeometry geometry = op.geometry(x.shape());
        Value y = graph.apply(op, x, w);
        graph.output("y", y);
        graph.output("dx", graph.apply(new Conv2dInputGradient(geometry), y, w));
        graph.output(
                "dw",
                graph.apply(new Conv2dWeightGradient(geometry, false), List.of(x, y))
                        .getFirst());
        SplittableRandom random = new SplittableRandom(1);
        try (Backend backend = CudaDevices.open(0, new CudaSettings(false, benchmark), folder);
                Executable program = backend.compile(Planner.plan(graph), Map.of())) {
            for (Value input : List.of(x, w)) {
                float[] numbers = new float[(int) input.shape().elements()];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = (float) (2 * random.nextDouble() - 1);
                }
                program.write(input.name(), MemorySegment.ofArray(numbers));
            }
            program.run(Segment.ALL);
            List<float[]> results = new ArrayList<>();
            for (String name : RESULTS) {
                float[] numbers =
                        new float[(int) program.program().output(name).shape().elements()];
                program.read(name, MemorySegment.ofArray(numbers));
                results.add(numbers);
            }
            return results;
        }
    }

    private Map<Path, FileTime> plans() throws IOException {
        Map<Path, FileTime> plans = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".plan"))::iterator) {
                plans.put(file, Files.getLastModifiedTime(file));
            }
        }
        return plans;
    }

    private static void assertSame(List<float[]> expected, List<float[]> actual) {
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), actual.get(i), RESULTS.get(i));
        }
    }

    @Test
    void whatWasFoundOnceIsTakenByTheNextProcess() throws IOException {
        List<float[]> first = compute(true);
        Map<Path, FileTime> found = plans();
        assertEquals(RESULTS.size(), found.size());
        assertSame(first, compute(true));
        assertEquals(found, plans());
    }

    @Test
    void aPlanThatCannotBeMadeAnyMoreIsSearchedAgain() throws IOException {
        List<float[]> first = compute(true);
        KernelCache elsewhere = new KernelCache(Files.createDirectory(folder.resolve("other")), ".plan");
        elsewhere.write("any", new PlanChoice(1_000_000, List.of()).bytes());
        Path impossible;
        try (Stream<Path> files = Files.list(folder.resolve("other"))) {
            impossible = files.findAny().orElseThrow();
        }
        for (Path plan : plans().keySet()) {
            Files.copy(impossible, plan, StandardCopyOption.REPLACE_EXISTING);
        }
        List<float[]> again = compute(true);
        for (int i = 0; i < RESULTS.size(); i++) {
            assertArrayEquals(first.get(i), again.get(i), 1e-3f, RESULTS.get(i));
        }
        for (Path plan : plans().keySet()) {
            assertNotEquals(-1, Files.mismatch(impossible, plan));
        }
    }

    @Test
    void withoutTimingNothingIsKept() throws IOException {
        assertSame(compute(false), compute(false));
        assertEquals(Map.of(), plans());
    }
}
