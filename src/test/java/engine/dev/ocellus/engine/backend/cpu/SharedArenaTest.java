package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.ops.Activate;
import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Programs of one backend take turns in one arena. */
class SharedArenaTest {
    private static Executable program(CpuBackend backend, int elements) {
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
        try (CpuBackend backend = new CpuBackend(1, Thread::new);
                Executable small = program(backend, 2);
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
        try (CpuBackend backend = new CpuBackend(1, Thread::new);
                Executable first = program(backend, 2);
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
    void theArenaIsAsLargeAsTheLargestProgramNeeds() {
        try (Workspace workspace = new Workspace()) {
            long address = workspace.reserve(1 << 12);
            assertEquals(address, workspace.reserve(1 << 8));
            assertEquals(1 << 12, workspace.memory().byteSize());
            workspace.give(this);
            workspace.reserve(1 << 16);
            assertEquals(1 << 16, workspace.memory().byteSize());
            assertEquals(false, workspace.belongsTo(this));
        }
    }

    @Test
    void aClosedBackendRunsNothing() {
        CpuBackend backend = new CpuBackend(1, Thread::new);
        Executable program = program(backend, 2);
        backend.close();
        assertThrows(IllegalStateException.class, () -> give(program, 1, 2));
        assertThrows(IllegalStateException.class, () -> program.run(Segment.ALL));
    }
}
