package dev.ocellus.engine.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.Progress;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepSettings;
import dev.ocellus.engine.weights.Float32;
import dev.ocellus.engine.weights.Safetensors;
import dev.ocellus.engine.weights.StateDict;
import dev.ocellus.engine.weights.WeightsFile;
import java.lang.foreign.Arena;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole steps on the CPU against values that other programs computed in float64. */
class ParityTest {
    private static final int THREADS = 2;

    private static Path value(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ParityTest.class.getResource("/values/" + name))
                .toURI());
    }

    private static Backend cpu() {
        return new CpuBackend(THREADS, Thread.ofPlatform().daemon().factory());
    }

    @ParameterizedTest
    @CsvSource({"detectors.json, 14, 0", "trajectories.json, 24, 0", "coco_ap.json, 14, 0", "loss_scaling.json, 3, 0"})
    void everyQuantityIsWithinItsLimit(String file, int quantities, int skipped) throws URISyntaxException {
        try (Backend backend = cpu()) {
            Parity.Report report = Parity.run(value(file), backend, Progress.NONE);
            assertEquals(quantities, report.deviations().size());
            assertEquals(skipped, report.skipped().size());
            report.deviations().forEach(deviation -> assertTrue(deviation.passed(), deviation.toString()));
        }
    }

    @Test
    void aPyTorchCheckpointPredictsWhatItsOwnProgramDoes() throws URISyntaxException {
        StepSettings settings = new StepSettings(
                OptimizerKind.SGD, true, new double[] {0.9, 0.999}, 0, 0, 0, false, 0, false, Set.of());
        StepShape shape = new StepShape(2, 160, 160, 1);
        try (Arena arena = Arena.ofConfined();
                Backend backend = cpu()) {
            WeightsFile weights = WeightsFile.read(value("yolo9t.pt"), arena);
            Model model = Models.recognise(weights).orElseThrow();
            StateDict expected =
                    Safetensors.read(value("yolo9t.io.safetensors"), arena).tensors();
            try (ModelRun run = new ModelRun(backend, model, shape, settings)) {
                StateDict state = weights.current(model.keys());
                for (Parameter parameter : run.state().layout().all()) {
                    run.state().set(parameter, Float32.values(tensor(state, parameter.name())));
                }
                run.inputs(Float32.values(tensor(expected, "x")), new float[2 * 5]);
                float[] actual = run.predict();
                float[] wanted = Float32.values(tensor(expected, "eval_predictions"));
                Comparison comparison = new Comparison("yolo9t.pt", "eval predictions", 1e-4);
                for (int i = 0; i < wanted.length; i++) {
                    comparison.add("[" + i + "]", wanted[i], actual[i], 1);
                }
                assertEquals(wanted.length, actual.length);
                assertTrue(comparison.result().passed(), comparison.result().toString());
            }
        }
    }

    @Test
    void aWrongNumberDoesNotPass() {
        Comparison comparison = new Comparison("case", "quantity", 1e-4);
        comparison.add("first", 1, 1.00005);
        assertTrue(comparison.result().passed());
        comparison.add("second", 1, 1.001);
        assertFalse(comparison.result().passed());
        comparison.add("third", 1, Double.NaN);
        assertEquals("third", comparison.result().where());
        assertFalse(comparison.result().passed());
    }

    private static HostTensor tensor(StateDict state, String name) {
        return Objects.requireNonNull(state.get(name), name);
    }
}
