package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.io.BufferedReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A step leaves no work to the collector, from the assignment of targets to the moving average of the weights. */
class StepAllocationTest {
    /** What a step may allocate while the few methods that run once a step are still interpreted. */
    private static final int INTERPRETED = 2048;

    private static final int QUIET = 5;
    private static final int LIMIT = 600;

    /** In a process of its own: what the compiler makes of a loop depends on what ran before. */
    @ParameterizedTest
    @EnumSource(OptimizerKind.class)
    void aStepAllocatesNextToNothingOnceItIsCompiled(OptimizerKind optimizer) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StepAllocationTest.class.getName(),
                        optimizer.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader()) {
            assertEquals("quiet", out.readLine());
        }
    }

    /** While code is being compiled, vectors are objects; how many steps that takes depends on the machine. */
    public static void main(String[] arguments) {
        OptimizerKind optimizer = OptimizerKind.valueOf(arguments[0]);
        Model model = Models.create("yolo9", "t", 3);
        StepShape shape = new StepShape(2, 64, 64, 32);
        StepSettings settings =
                new StepSettings(optimizer, true, new double[] {0.9, 0.999}, 5e-4, 0, 10, true, 0.9999, true, Set.of());
        try (Arena arena = Arena.ofConfined();
                CpuBackend backend = new CpuBackend(1, Thread::new);
                StepRunner runner = new StepRunner(backend, model, settings, DType.U8)) {
            runner.state().initialise(1);
            runner.startAverage();
            MemorySegment images = arena.allocate(shape.images().elements());
            byte[] noise = new byte[Math.toIntExact(images.byteSize())];
            new Random(1).nextBytes(noise);
            MemorySegment.copy(noise, 0, images, ValueLayout.JAVA_BYTE, 0, noise.length);
            MemorySegment targets = arena.allocate(shape.targets().bytes(), 4);
            for (long row = 0; row < targets.byteSize() / 20; row++) {
                float[] target = row % 32 == 0 ? new float[] {1, 8, 8, 40, 40} : new float[] {-1, 0, 0, 0, 0};
                MemorySegment.copy(target, 0, targets, ValueLayout.JAVA_FLOAT, row * 20, target.length);
            }
            int quiet = 0;
            long least = Long.MAX_VALUE;
            for (int step = 0; quiet < QUIET && step < LIMIT; step++) {
                boolean last = step % 2 == 1;
                StepRunner.Window window =
                        last ? new StepRunner.Window(false, true, 2) : new StepRunner.Window(true, false, 2);
                long before = allocated();
                runner.step(shape, images, targets, window, 1e-3, 0.9);
                long bytes = allocated() - before;
                quiet = bytes <= INTERPRETED ? quiet + 1 : 0;
                least = Math.min(least, bytes);
            }
            System.out.println(quiet == QUIET ? "quiet" : "the least that a step allocated were " + least + " bytes");
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
