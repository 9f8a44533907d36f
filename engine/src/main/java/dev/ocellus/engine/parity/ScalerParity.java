package dev.ocellus.engine.parity;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.ops.GradientNorm;
import dev.ocellus.engine.ops.ParameterRange;
import dev.ocellus.engine.ops.SgdUpdate;
import dev.ocellus.engine.ops.UpdateScaler;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * Dynamic loss scaling on a device against a case of the reference: the scale after each update of a sequence in which the gradients of
 * some are not finite. Every other gradient is the scale itself, so that each update that is done takes exactly one from every weight.
 * All of it is exact in float32, so nothing may differ.
 */
final class ScalerParity {
    private static final int WEIGHTS = 96;
    private static final List<ParameterRange> RANGES =
            List.of(new ParameterRange(0, WEIGHTS / 2, 0), new ParameterRange(WEIGHTS / 2, WEIGHTS / 2, 1));

    private ScalerParity() {}

    static List<Deviation> run(String subject, JsonNode reference, Backend backend) {
        Program program =
                Planner.plan(graph(reference.required("growth_interval").asInt()));
        Map<Store, StoreBuffer> stores = new EnumMap<>(Store.class);
        program.storeElements().forEach((store, elements) -> stores.put(store, backend.allocate(store, elements)));
        try (Executable executable = backend.compile(program, stores)) {
            float[] control = new float[Control.SLOTS];
            control[Control.LEARNING_RATE.ordinal()] = 1;
            write(stores, Store.CONTROL, control);
            float[] state = new float[Scaler.SLOTS];
            state[Scaler.SCALE.ordinal()] = Scaler.INITIAL_SCALE;
            write(stores, Store.SCALER, state);
            return compare(subject, reference, executable, stores);
        } finally {
            stores.values().forEach(StoreBuffer::close);
        }
    }

    private static Graph graph(int growthInterval) {
        Graph graph = new Graph();
        Value gradients = store(graph, Store.GRADIENTS);
        Value norm = graph.apply(new GradientNorm(RANGES, true), gradients, graph.scaler());
        graph.apply(
                new SgdUpdate(false, RANGES),
                List.of(
                        store(graph, Store.PARAMETERS),
                        gradients,
                        store(graph, Store.MOMENT1),
                        norm,
                        graph.control(),
                        graph.scaler()));
        graph.apply(new UpdateScaler(growthInterval), List.of(graph.scaler()));
        return graph;
    }

    private static Value store(Graph graph, Store store) {
        return graph.stored("all", Shape.of(WEIGHTS), store, 0, false);
    }

    private static List<Deviation> compare(
            String subject, JsonNode reference, Executable executable, Map<Store, StoreBuffer> stores) {
        Comparison scale = new Comparison(subject, "scale", 0);
        Comparison counts = new Comparison(subject, "updates done and skipped", 0);
        Comparison weights = new Comparison(subject, "weights", 0);
        int steps = reference.required("scale_after").size();
        int skipped = 0;
        for (int i = 0; i < steps; i++) {
            boolean overflow = reference.required("inf_steps").required(i).asInt() != 0;
            skipped += overflow ? 1 : 0;
            float[] gradients = new float[WEIGHTS];
            Arrays.fill(gradients, read(stores, Store.SCALER, Scaler.SLOTS)[Scaler.SCALE.ordinal()]);
            if (overflow) {
                gradients[(i * 31 + 7) % WEIGHTS] = i % 2 == 0 ? Float.NEGATIVE_INFINITY : Float.NaN;
            }
            write(stores, Store.GRADIENTS, gradients);
            executable.run(Segment.ALL);
            float[] state = read(stores, Store.SCALER, Scaler.SLOTS);
            String step = "update " + (i + 1);
            scale.add(step, reference.required("scale_after").required(i).asDouble(), state[Scaler.SCALE.ordinal()]);
            counts.add(step + ", done", i + 1 - skipped, state[Scaler.DONE.ordinal()]);
            counts.add(step + ", skipped", skipped, state[Scaler.SKIPPED.ordinal()]);
            for (float weight : read(stores, Store.PARAMETERS, WEIGHTS)) {
                weights.add(step, skipped - i - 1, weight);
            }
        }
        return List.of(scale.result(), counts.result(), weights.result());
    }

    private static void write(Map<Store, StoreBuffer> stores, Store store, float[] values) {
        Objects.requireNonNull(stores.get(store)).write(0, MemorySegment.ofArray(values));
    }

    private static float[] read(Map<Store, StoreBuffer> stores, Store store, int count) {
        float[] values = new float[count];
        Objects.requireNonNull(stores.get(store)).read(0, MemorySegment.ofArray(values));
        return values;
    }
}
