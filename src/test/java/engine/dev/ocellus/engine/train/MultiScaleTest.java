package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.ops.Resize;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MultiScaleTest {
    private static final ImageSize BASE = new ImageSize(640, 640);

    private static MultiScale scales(String seed) {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        Map.of("data", "data.yaml", "multi_scale", "on", "epochs", "8", "no_aug_epochs", "2", "seed", seed)
                .forEach((name, value) -> builder.set(name, value, Source.COMMAND_LINE));
        return new MultiScale(builder.build());
    }

    private static List<ImageSize> epoch(MultiScale scales, int epoch, int batches) {
        List<ImageSize> sizes = new ArrayList<>();
        for (int batch = 0; batch < batches; batch++) {
            sizes.add(scales.at(epoch, batch));
        }
        return sizes;
    }

    @Test
    void everyDeckHoldsEachSizeOnceAndTheImageSizeThreeTimes() {
        MultiScale scales = scales("0");
        assertEquals(11, scales.sizes().size());
        for (int deck = 0; deck < 3; deck++) {
            List<ImageSize> dealt = epoch(scales, 2, 39).subList(13 * deck, 13 * deck + 13);
            assertEquals(3, Collections.frequency(dealt, BASE));
            assertEquals(Set.copyOf(scales.sizes()), Set.copyOf(dealt));
        }
    }

    @Test
    void sizesFollowFromSeedEpochAndPlace() {
        List<ImageSize> sizes = epoch(scales("0"), 3, 26);
        assertEquals(sizes.get(17), scales("0").at(3, 17));
        assertNotEquals(sizes, epoch(scales("1"), 3, 26));
        assertNotEquals(sizes, epoch(scales("0"), 4, 26));
        assertNotEquals(sizes.subList(0, 13), sizes.subList(13, 26));
    }

    @Test
    void theLastEpochsUseTheImageSize() {
        assertNotEquals(Collections.nCopies(13, BASE), epoch(scales("0"), 6, 13));
        assertEquals(Collections.nCopies(13, BASE), epoch(scales("0"), 7, 13));
    }

    /** A step that resizes is the step at that size with images resized and boxes scaled before. */
    @Test
    void aStepResizesImagesAndBoxesAlike() {
        StepShape small = new StepShape(2, 96, 64, 4, 64, 64);
        StepShape plain = new StepShape(2, 96, 64, 4);
        byte[] bytes = new byte[2 * 64 * 64 * 3];
        new SplittableRandom(1).nextBytes(bytes);
        float[] boxes = new float[2 * 4 * 5];
        float[] scaled = new float[boxes.length];
        for (int row = 0; row < 8; row++) {
            float[] box = row % 4 < 2 ? new float[] {1, 8 + row, 4, 44, 40 + row} : new float[] {-1, 0, 0, 0, 0};
            System.arraycopy(box, 0, boxes, 5 * row, 5);
            box[2] *= 1.5f;
            box[4] *= 1.5f;
            System.arraycopy(box, 0, scaled, 5 * row, 5);
        }
        try (Backend backend = new CpuBackend(1, Thread::new)) {
            MemorySegment images = MemorySegment.ofArray(bytes);
            assertArrayEquals(
                    trained(backend, plain, DType.F32, resized(backend, images), scaled),
                    trained(backend, small, DType.U8, images, boxes));
        }
    }

    private static MemorySegment resized(Backend backend, MemorySegment images) {
        Graph graph = new Graph();
        graph.output(
                "y",
                graph.apply(
                        new Resize(96, 64, 1 / 255f),
                        graph.input("x", new TensorSpec(Shape.of(2, 64, 64, 3), DType.U8))));
        MemorySegment result = MemorySegment.ofArray(new float[2 * 96 * 64 * 3]);
        try (Executable executable = backend.compile(Planner.plan(graph), Map.of())) {
            executable.write("x", images);
            executable.run(Segment.ALL);
            executable.read("y", result);
        }
        return result;
    }

    private static float[] trained(
            Backend backend, StepShape shape, DType pixels, MemorySegment images, float[] targets) {
        StepSettings settings = new StepSettings(
                OptimizerKind.SGD, true, new double[] {0.9, 0.999}, 0, 0, 10, false, 0, false, Set.of());
        try (StepRunner runner = new StepRunner(backend, Models.create("yolo9", "t", 3), settings, pixels)) {
            runner.state().initialise(4);
            for (int i = 0; i < 2; i++) {
                runner.step(shape, images, MemorySegment.ofArray(targets), StepRunner.Window.SINGLE, 1e-2, 0.9);
            }
            float[] parameters =
                    new float[(int) runner.state().store(Store.PARAMETERS).elements()];
            runner.state().store(Store.PARAMETERS).read(0, MemorySegment.ofArray(parameters));
            return parameters;
        }
    }
}
