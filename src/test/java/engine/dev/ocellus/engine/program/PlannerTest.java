package dev.ocellus.engine.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.backend.nop.NopBackend;
import dev.ocellus.engine.graph.Autodiff;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.models.yolo9.Yolo9Network;
import dev.ocellus.engine.models.yolo9.Yolo9Size;
import dev.ocellus.engine.nn.Layers;
import dev.ocellus.engine.nn.ParameterLayout;
import dev.ocellus.engine.ops.Add;
import dev.ocellus.engine.ops.Copy;
import dev.ocellus.engine.ops.Fill;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan that shares memory must leave the fingerprints of a plan that shares none. */
class PlannerTest {
    private static Graph network(String size) {
        ParameterLayout.Builder declared = new ParameterLayout.Builder();
        build(declared, size);
        return build(declared.build(), size);
    }

    private static Graph build(dev.ocellus.engine.nn.ParameterSource source, String size) {
        Graph graph = new Graph();
        Layers layers = Layers.training(graph, source, Yolo9Network.NORM, name -> false);
        Value images = graph.input("images", TensorSpec.f32(1, 64, 64, 3));
        Yolo9Size yolo9 = Yolo9Size.of(size);
        Value raw = Yolo9Network.build(layers, images, yolo9, yolo9.classWidth(3), 3);
        graph.output("raw", raw);
        Value seed = graph.apply(new Fill(raw.spec(), 1), List.of()).get(0);
        new Autodiff(graph, new Add(), new Copy()).backward(Map.of(raw, seed));
        return graph;
    }

    private static Map<String, int[]> fingerprints(Program program) {
        try (NopBackend backend = new NopBackend()) {
            Map<Store, StoreBuffer> stores = new EnumMap<>(Store.class);
            program.storeElements().forEach((store, elements) -> stores.put(store, backend.allocate(store, elements)));
            Map<String, int[]> result = new LinkedHashMap<>();
            try (Executable executable = backend.compile(program, stores)) {
                executable.run(Segment.ALL);
                program.outputs().forEach((name, slab) -> {
                    int[] values = new int[(int) slab.shape().elements()];
                    executable.read(name, MemorySegment.ofArray(values));
                    result.put(name, values);
                });
            }
            stores.forEach((store, buffer) -> {
                int[] values = new int[(int) buffer.elements()];
                buffer.read(0, MemorySegment.ofArray(values));
                result.put(store.name(), values);
            });
            return result;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "c"})
    void sharedMemoryChangesNoResult(String size) {
        Graph graph = network(size);
        Map<String, int[]> expected = fingerprints(Planner.plan(graph, false));
        Map<String, int[]> actual = fingerprints(Planner.plan(graph, true));
        assertEquals(expected.keySet(), actual.keySet());
        expected.forEach((name, values) -> assertArrayEquals(values, actual.get(name), name));
    }

    @Test
    void elidesEveryConcatAndEverySumOfTheDetector() {
        Program program = Planner.plan(network("t"));
        assertTrue(program.calls().stream()
                .noneMatch(call -> List.of("concat", "split", "reshape", "add")
                        .contains(call.node().op().name())));
        assertTrue(program.calls().stream().filter(Call::accumulate).count() > 100);
    }

    /** Places of half the weights are parts of one vector. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F16"})
    void everyPlaceLiesWithinItsMemory(DType activations) {
        Model model = Models.create("yolo9", "t", 3);
        StepGraphs.StepOptions options =
                new StepGraphs.StepOptions(OptimizerKind.SGD, true, true, true, name -> false, activations);
        StepGraphs.StepShape shape = new StepGraphs.StepShape(2, 64, 64, 32);
        Program program = Planner.plan(StepGraphs.training(model, StepGraphs.layout(model), shape, options, DType.U8));
        for (Call call : program.calls()) {
            Stream.concat(call.inputs().stream(), call.outputs().stream()).forEach(slab -> {
                Shape part = slab.shape();
                long last = (part.images() - 1) * slab.imageStride()
                        + (part.pixels() - 1L) * slab.pixelStride()
                        + part.channels();
                long end = slab.byteOffset() + last * slab.dtype().bytes();
                long memory = slab.store() == null
                        ? program.arenaBytes()
                        : program.storeElements().get(slab.store()) * Float.BYTES;
                assertTrue(end <= memory, () -> call.node().op().name() + " " + slab);
            });
        }
    }

    @Test
    void needsLessMemoryWithSharing() {
        Graph graph = network("t");
        assertTrue(Planner.plan(graph, true).arenaBytes()
                < Planner.plan(graph, false).arenaBytes());
    }
}
