package dev.ocellus.engine.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.backend.cuda.CudaDevices;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.ops.Activate;
import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs of one backend take turns in one arena. */
class SharedArenaTest {
    private static Backend cpu() {
        return new CpuBackend(1, Thread::new);
    }

    private static Executable program(Backend backend, int elements) {
        Graph graph = new Graph();
        Value x = graph.input("x", TensorSpec.f32(1, elements));
        graph.output("y", graph.apply(new Activate(Activation.RELU), x));
        return backend.compile(Planner.plan(graph), Map.of());
    }

    private static void give(Executable program, float... numbers) {
        program.write("x", MemorySegment.ofArray(numbers));
    }

    private static float[] result(Executable program, int elements) {
        float[] numbers = new float[elements];
        program.read("y", MemorySegment.ofArray(numbers));
        return numbers;
    }

    @Test
    void aSmallProgramRunsOnAfterALargerOneHasMadeTheArenaMove() {
        try (Backend backend = cpu()) {
            aSmallProgramRunsOn(backend);
        }
    }

    @Tag("gpu")
    @Test
    void aSmallProgramRunsOnAfterALargerOneHasMadeTheArenaOfTheGpuMove() {
        try (Backend backend = CudaDevices.open(0, false)) {
            aSmallProgramRunsOn(backend);
        }
    }

    private static void aSmallProgramRunsOn(Backend backend) {
        try (Executable small = program(backend, 2);
                Executable large = program(backend, 1 << 20)) {
            give(large, new float[1 << 20]);
            large.run(Segment.ALL);
            give(small, -1, 3);
            small.run(Segment.ALL);
            assertArrayEquals(new float[] {0, 3}, result(small, 2));
            small.run(Segment.ALL);
            assertArrayEquals(new float[] {0, 3}, result(small, 2));
        }
    }

    @Test
    void whatAnotherProgramHasTakenIsRefusedInsteadOfWrong() {
        try (Backend backend = cpu()) {
            whatIsGoneIsRefused(backend);
        }
    }

    @Tag("gpu")
    @Test
    void whatAnotherProgramHasTakenOnTheGpuIsRefusedInsteadOfWrong() {
        try (Backend backend = CudaDevices.open(0, false)) {
            whatIsGoneIsRefused(backend);
        }
    }

    private static void whatIsGoneIsRefused(Backend backend) {
        try (Executable first = program(backend, 2);
                Executable second = program(backend, 2)) {
            give(first, -1, 3);
            first.run(Segment.ALL);
            give(second, 5, 6);
            assertThrows(IllegalStateException.class, () -> result(first, 2));
            assertThrows(IllegalStateException.class, () -> first.run(Segment.ALL));
            second.run(Segment.ALL);
            assertArrayEquals(new float[] {5, 6}, result(second, 2));
        }
    }

    @Test
    void aClosedBackendRunsNothing() {
        Backend backend = cpu();
        Executable program = program(backend, 2);
        backend.close();
        assertThrows(IllegalStateException.class, () -> give(program, 1, 2));
        assertThrows(IllegalStateException.class, () -> program.run(Segment.ALL));
    }
}
