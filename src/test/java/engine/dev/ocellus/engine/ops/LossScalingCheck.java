package dev.ocellus.engine.ops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Phase;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Runs updates under loss scaling on a backend: the scale follows the reference, and a skipped update changes nothing. */
final class LossScalingCheck {
    private static final int ELEMENTS = 40;

    /** Sequence and scales of PyTorch's GradScaler, growth interval 4: 1 where gradients are not finite. */
    private static final int[] OVERFLOWS = {0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final float[] SCALES = {
        65536, 65536, 32768, 32768, 32768, 32768, 65536, 65536, 32768, 16384, 16384, 16384, 16384, 32768, 32768, 32768, 32768, 65536,
        65536, 65536
    };

    private LossScalingCheck() {}

    static void run(Backend backend) {
        Graph graph = new Graph();
        List<ParameterRange> ranges = List.of(new ParameterRange(0, ELEMENTS, 0));
        Value parameters = store(graph, Store.PARAMETERS);
        Value gradients = store(graph, Store.GRADIENTS);
        Value momenta = store(graph, Store.MOMENT1);
        Value average = store(graph, Store.EMA_PARAMETERS);
        graph.in(Phase.OPTIMIZER, () -> {
            Value norm = graph.apply(new GradientNorm(ranges, true), gradients, graph.scaler());
            graph.apply(
                    new SgdUpdate(true, ranges),
                    List.of(parameters, gradients, momenta, norm, graph.control(), graph.scaler()));
            graph.apply(new EmaUpdate(), List.of(average, parameters, graph.control(), graph.scaler()));
            return graph.apply(new UpdateScaler(4), List.of(graph.scaler()));
        });
        Program program = Planner.plan(graph);
        Map<Store, StoreBuffer> stores = new EnumMap<>(Store.class);
        program.storeElements().forEach((store, elements) -> stores.put(store, backend.allocate(store, elements)));
        float[] control = new float[Control.SLOTS];
        control[Control.LEARNING_RATE.ordinal()] = 0.1f;
        control[Control.MOMENTUM.ordinal()] = 0.9f;
        control[Control.EMA_DECAY.ordinal()] = 0.5f;
        write(stores, Store.CONTROL, control);
        write(stores, Store.SCALER, Scaler.INITIAL_SCALE, 0, 0, 0, 0, 0, 0, 0);
        try (Executable executable = backend.compile(program, stores)) {
            for (int step = 0; step < OVERFLOWS.length; step++) {
                float[] gradient = new float[ELEMENTS];
                Arrays.fill(gradient, 1000f);
                gradient[7] = OVERFLOWS[step] == 0 ? 3 : step % 2 == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
                write(stores, Store.GRADIENTS, gradient);
                float[][] before = state(stores);
                executable.run(Segment.ALL);
                float[][] after = state(stores);
                for (int i = 0; i < before.length; i++) {
                    if (OVERFLOWS[step] == 1) {
                        assertArrayEquals(before[i], after[i], "step " + step);
                    } else {
                        assertFalse(Arrays.equals(before[i], after[i]), "step " + step);
                    }
                }
                assertEquals(SCALES[step], read(stores, Store.SCALER)[0], "step " + step);
            }
            assertEquals(3, read(stores, Store.SCALER)[Scaler.SKIPPED.ordinal()]);
            assertEquals(17, read(stores, Store.SCALER)[Scaler.DONE.ordinal()]);
        } finally {
            stores.values().forEach(StoreBuffer::close);
        }
    }

    private static Value store(Graph graph, Store store) {
        return graph.stored("all", Shape.of(ELEMENTS), store, 0, false);
    }

    private static float[][] state(Map<Store, StoreBuffer> stores) {
        return new float[][] {
            read(stores, Store.PARAMETERS), read(stores, Store.MOMENT1), read(stores, Store.EMA_PARAMETERS)
        };
    }

    private static float[] read(Map<Store, StoreBuffer> stores, Store store) {
        float[] values = new float[(int) stores.get(store).elements()];
        stores.get(store).read(0, MemorySegment.ofArray(values));
        return values;
    }

    private static void write(Map<Store, StoreBuffer> stores, Store store, float... values) {
        stores.get(store).write(0, MemorySegment.ofArray(values));
    }
}
