package dev.ocellus.engine.train;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.graph.Phase;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.profile.PeakMemory;
import dev.ocellus.engine.profile.PhaseTimes;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Times whole training steps (normalisation, network, loss, backward, clipping, update, moving average) on random
 * images with random boxes. Nothing is observed in the timed steps; the split into phases comes from further steps.
 */
public final class StepBenchmark {
    private static final int BOXES = 12;

    /**
     * What was measured; times in seconds.
     *
     * @param phases mean time of a step by phase, from observed steps
     * @param operations mean time of a step by operation, from observed steps
     * @param peakBytes most memory of the process, empty where unknown
     */
    public record Result(
            double median,
            double minimum,
            int batch,
            long flops,
            long arenaBytes,
            OptionalLong peakBytes,
            Map<Phase, Double> phases,
            Map<String, Double> operations) {
        /** Images in a second at the median. */
        public double imagesPerSecond() {
            return batch / median;
        }
    }

    private StepBenchmark() {}

    /**
     * Runs {@code warmup} steps, then times {@code steps} and observes {@code steps} more.
     *
     * @param cudaGraph value of {@code cuda_graph}
     * @param log is told what was recorded or refused
     */
    public static Result run(
            Backend backend,
            Model model,
            StepShape shape,
            StepSettings settings,
            String cudaGraph,
            int warmup,
            int steps,
            Consumer<String> log) {
        try (StepRunner runner = new StepRunner(backend, model, settings, DType.U8)) {
            runner.capture(cudaGraph, log);
            runner.state().initialise(0);
            runner.startAverage();
            MemorySegment images = images(shape);
            MemorySegment targets = targets(shape, model.classes());
            double[] seconds = new double[steps];
            long before = System.nanoTime();
            for (int i = -warmup; i < steps; i++) {
                runner.step(shape, images, targets, StepRunner.Window.SINGLE, 1e-4, 0.9);
                long now = System.nanoTime();
                if (i >= 0) {
                    seconds[i] = (now - before) * 1e-9;
                }
                before = now;
            }
            runner.loss();
            PhaseTimes times = new PhaseTimes();
            runner.observe(times);
            for (int i = 0; i < steps; i++) {
                runner.step(shape, images, targets, StepRunner.Window.SINGLE, 1e-4, 0.9);
            }
            runner.observe(null);
            Arrays.sort(seconds);
            Program program = runner.program(shape).program();
            return new Result(
                    seconds[steps / 2],
                    seconds[0],
                    shape.batch(),
                    flops(program),
                    program.arenaBytes(),
                    PeakMemory.bytes(),
                    mean(times.phases(), new EnumMap<>(Phase.class), steps),
                    mean(times.operations(), new TreeMap<>(), steps));
        }
    }

    private static long flops(Program program) {
        long flops = 0;
        for (Phase phase : Phase.values()) {
            flops += program.cost(phase).flops();
        }
        return flops;
    }

    private static <K> Map<K, Double> mean(Map<K, Long> nanos, Map<K, Double> seconds, int steps) {
        nanos.forEach((key, total) -> seconds.put(key, total * 1e-9 / steps));
        return seconds;
    }

    private static MemorySegment images(StepShape shape) {
        byte[] bytes = new byte[shape.batch() * shape.height() * shape.width() * 3];
        new SplittableRandom(1).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    private static MemorySegment targets(StepShape shape, int classes) {
        SplittableRandom random = new SplittableRandom(2);
        float[] rows = new float[shape.batch() * shape.maxTargets() * 5];
        for (int row = 0; row < shape.batch() * shape.maxTargets(); row++) {
            boolean box = row % shape.maxTargets() < BOXES;
            double width = (0.05 + 0.3 * random.nextDouble()) * shape.width();
            double height = (0.05 + 0.3 * random.nextDouble()) * shape.height();
            double x = random.nextDouble() * (shape.width() - width);
            double y = random.nextDouble() * (shape.height() - height);
            float[] values = {
                box ? random.nextInt(classes) : -1, (float) x, (float) y, (float) (x + width), (float) (y + height)
            };
            System.arraycopy(values, 0, rows, row * 5, 5);
        }
        return MemorySegment.ofArray(rows);
    }
}
