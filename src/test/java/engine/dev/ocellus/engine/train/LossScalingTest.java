package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.backend.cuda.CudaDevices;
import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.ParameterLayout;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of a step that turns gradients into new weights, under dynamic loss scaling. */
class LossScalingTest {
    private static final Model MODEL = Models.create("yolo9", "t", 3);
    private static final ParameterLayout LAYOUT = StepGraphs.layout(MODEL);
    private static final int OVERFLOW = -1;

    @ParameterizedTest
    @EnumSource(OptimizerKind.class)
    void aSkippedUpdateLeavesNoTraceOnTheCpu(OptimizerKind optimizer) {
        try (Backend backend = new CpuBackend(2, Thread.ofPlatform().daemon().factory())) {
            leavesNoTrace(backend, optimizer);
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @EnumSource(OptimizerKind.class)
    void aSkippedUpdateLeavesNoTraceOnTheGpu(OptimizerKind optimizer) {
        try (Backend backend = CudaDevices.open(0, false)) {
            leavesNoTrace(backend, optimizer);
        }
    }

    @Tag("gpu")
    @Test
    void aStepThatOverflowsHalfPrecisionChangesOnlyTheScale() {
        StepSettings settings = new StepSettings(
                OptimizerKind.SGD,
                true,
                new double[] {0.9, 0.999},
                5e-4,
                0,
                10,
                true,
                0.9999,
                false,
                Set.of(),
                DType.F16);
        try (Backend backend = CudaDevices.open(0, false);
                StepRunner runner = new StepRunner(backend, MODEL, settings, DType.F32)) {
            runner.state().initialise(5);
            runner.startAverage();
            List<Store> updated = List.of(Store.PARAMETERS, Store.MOMENT1, Store.EMA_PARAMETERS, Store.EMA_BUFFERS);
            List<float[]> before = read(runner.state(), updated);
            runner.scaling(new LossScaling(0x1p60f, 9, 0, 0));
            step(runner);
            assertTrue(Float.isFinite(runner.loss()));
            assertFalse(Float.isFinite(runner.gradientNorm()));
            assertEquals(new LossScaling(0x1p59f, 0, 1, 0), runner.scaling());
            List<float[]> after = read(runner.state(), updated);
            for (int i = 0; i < updated.size(); i++) {
                assertArrayEquals(before.get(i), after.get(i), updated.get(i).name());
            }
            runner.scaling(new LossScaling(16, 0, 1, 0));
            step(runner);
            assertTrue(Float.isFinite(runner.gradientNorm()));
            assertEquals(new LossScaling(16, 1, 1, 1), runner.scaling());
            after = read(runner.state(), updated);
            for (int i = 0; i < updated.size(); i++) {
                assertFalse(
                        Arrays.equals(before.get(i), after.get(i)),
                        updated.get(i).name());
            }
        }
    }

    private static void step(StepRunner runner) {
        float[] pixels = new float[64 * 64 * 3];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) random.nextDouble();
        }
        float[] targets = {1, 10, 12, 40, 50};
        runner.step(
                new StepGraphs.StepShape(1, 64, 64, 1),
                MemorySegment.ofArray(pixels),
                MemorySegment.ofArray(targets),
                StepRunner.Window.SINGLE,
                0.01,
                0.9);
    }

    private static void leavesNoTrace(Backend backend, OptimizerKind optimizer) {
        List<float[]> without = new ArrayList<>();
        update(backend, optimizer, without, 1, 2, 3);
        List<float[]> with = new ArrayList<>();
        LossScaling state = update(backend, optimizer, with, OVERFLOW, 1, 2, OVERFLOW, OVERFLOW, 3);
        assertEquals(new LossScaling(Scaler.INITIAL_SCALE / 8, 1, 3, 3), state);
        assertEquals(without.size(), with.size());
        for (int i = 0; i < with.size(); i++) {
            assertArrayEquals(without.get(i), with.get(i));
        }
    }

    /** Makes an update for each seed of gradients and adds all stores that updates change; returns the state of scaling. */
    private static LossScaling update(Backend backend, OptimizerKind optimizer, List<float[]> changed, int... seeds) {
        StepGraphs.StepOptions options =
                new StepGraphs.StepOptions(optimizer, true, false, true, name -> false, DType.F16);
        Graph graph = new Graph();
        StepGraphs.update(graph, LAYOUT, options);
        List<Store> kept = new ArrayList<>(optimizer.state());
        kept.addAll(List.of(Store.EMA_PARAMETERS, Store.EMA_BUFFERS));
        List<Store> all = new ArrayList<>(kept);
        all.addAll(List.of(Store.GRADIENTS, Store.SCALER));
        try (ModelState state = new ModelState(backend, LAYOUT, all);
                Executable executable = backend.compile(Planner.plan(graph), state.stores())) {
            state.initialise(5);
            ControlValues control = new ControlValues();
            control.set(Control.LEARNING_RATE, 0.01);
            control.set(Control.MOMENTUM, 0.9);
            control.set(Control.BETA2, 0.999);
            control.set(Control.WEIGHT_DECAY, 5e-4);
            control.set(Control.CLIP_NORM, 10);
            control.set(Control.EMA_DECAY, 0.99);
            float[] scaler = LossScaling.start(0).slots();
            MemorySegment slots = MemorySegment.ofArray(scaler);
            state.store(Store.SCALER).write(0, slots);
            for (int i = 0; i < seeds.length; i++) {
                control.set(Control.FIRST_UPDATE, i == 0 ? 1 : 0);
                control.write(state);
                float[] gradients = gradients(seeds[i], scaler[Scaler.SCALE.ordinal()]);
                state.store(Store.GRADIENTS).write(0, MemorySegment.ofArray(gradients));
                executable.run(Segment.ALL);
                state.store(Store.SCALER).read(0, slots);
                float[] norm = new float[1];
                executable.read(StepGraphs.GRADIENT_NORM, MemorySegment.ofArray(norm));
                assertEquals(seeds[i] != OVERFLOW, Float.isFinite(norm[0]));
            }
            kept.add(Store.PARAMETERS);
            changed.addAll(read(state, kept));
            return LossScaling.of(scaler);
        }
    }

    private static List<float[]> read(ModelState state, List<Store> stores) {
        List<float[]> numbers = new ArrayList<>();
        for (Store store : stores) {
            float[] values = new float[(int) state.store(store).elements()];
            state.store(store).read(0, MemorySegment.ofArray(values));
            numbers.add(values);
        }
        return numbers;
    }

    private static float[] gradients(int seed, float scale) {
        float[] gradients = new float[(int) LAYOUT.parameterElements()];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < gradients.length; i++) {
            gradients[i] = (float) (random.nextDouble() - 0.5) * scale;
        }
        if (seed == OVERFLOW) {
            gradients[gradients.length / 2] = Float.POSITIVE_INFINITY;
        }
        return gradients;
    }
}
