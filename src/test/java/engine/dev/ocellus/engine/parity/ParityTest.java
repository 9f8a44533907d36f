package dev.ocellus.engine.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.backend.cuda.CudaDevices;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepSettings;
import dev.ocellus.engine.weights.Float32;
import dev.ocellus.engine.weights.Safetensors;
import dev.ocellus.engine.weights.StateDict;
import dev.ocellus.engine.weights.WeightsFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

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
            Parity.Report report = Parity.run(value(file), backend, DType.F32, Progress.NONE);
            assertEquals(quantities, report.deviations().size());
            assertEquals(skipped, report.skipped().size());
            report.deviations().forEach(deviation -> assertTrue(deviation.passed(), deviation.toString()));
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @CsvSource({
        "detectors.json, F32, 14",
        "detectors.json, F16, 14",
        "detectors.json, BF16, 14",
        "trajectories.json, F32, 24",
        "trajectories.json, F16, 24",
        "trajectories.json, BF16, 24",
        "loss_scaling.json, F32, 3"
    })
    void soItIsOnTheGpu(String file, DType activations, int quantities) throws URISyntaxException {
        try (Backend backend = CudaDevices.open(0, false)) {
            Parity.Report report = Parity.run(value(file), backend, activations, Progress.NONE);
            assertEquals(quantities, report.deviations().size());
            assertEquals(List.of(), report.skipped());
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
    void aCaseWhoseFilesOrModelAreAbsentIsPassedOver(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), """
                {"a": {"trajectory_float64": {}, "checkpoint": "a.pt", "input": {"file": "a.f32"}},
                 "b": {"tensors": [], "train_outputs": [], "family": "yolo9", "size": "x", "classes": 2},
                 "scaler": {"growth_interval": 4, "inf_steps": [1], "scale_after": [32768]}}""");
        try (Backend backend = cpu()) {
            Parity.Report report = Parity.run(file, backend, DType.F32, Progress.NONE);
            assertEquals(
                    List.of("a: a.pt is not beside the file", "b: the model yolo9x is not known"), report.skipped());
            assertEquals(3, report.deviations().size());
            assertTrue(report.passed());
        }
    }

    @Test
    void aCaseThatLacksAPartIsAFaultOfTheFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), """
                {"scaler": {"growth_interval": 4, "scale_after": [32768]}}""");
        try (Backend backend = cpu()) {
            StudioException fault =
                    assertThrows(StudioException.class, () -> Parity.run(file, backend, DType.F32, Progress.NONE));
            assertEquals(StudioException.Kind.DATA, fault.kind());
            assertTrue(fault.getMessage().contains("scaler"), fault.getMessage());
            assertTrue(fault.getMessage().contains("inf_steps"), fault.getMessage());
        }
    }

    @Test
    void anInputOfAnotherSizeIsAFaultOfTheFile(@TempDir Path folder) throws IOException, URISyntaxException {
        Path file = Files.copy(value("trajectories.json"), folder.resolve("x.json"));
        Files.copy(value("yolo9t.pt"), folder.resolve("yolo9t.pt"));
        Files.write(folder.resolve("yolo9t.input.f32"), new byte[12]);
        try (Backend backend = cpu()) {
            StudioException fault =
                    assertThrows(StudioException.class, () -> Parity.run(file, backend, DType.F32, Progress.NONE));
            assertTrue(fault.getMessage().contains("has 12 bytes, but its case needs 614400"), fault.getMessage());
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

    private static Deviation norms(Limits limits, double... actual) {
        Comparison comparison = limits.compare("gradient norms", 1e-3);
        for (double each : actual) {
            comparison.add("a weight", 1, each);
        }
        return comparison.result();
    }

    @Test
    void halfPrecisionIsMeasuredByTwiceTheSpreadOfAutocast() {
        JsonNode reference = JsonMapper.shared().readTree("{\"loss\": {\"total_loss\": 239.5}}");
        JsonNode figures = JsonMapper.shared().readTree("""
                {"cases": {"yolo9-t": {"total_loss": 239.5, "bfloat16": {"deviations": {
                 "gradient norms": {"largest": 0.25, "median": 0.0625}}}}}}""");
        Limits limits = Limits.of("yolo9-t", reference, DType.BF16, figures);
        assertEquals(new Spread(0.5, 0.125), norms(limits).allowed());
        assertEquals(Optional.of(new Spread(0.25, 0.0625)), norms(limits).autocast());
        assertTrue(norms(limits, 1.125, 1, 1.5).passed());
        assertFalse(norms(limits, 1, 1, 1.75).passed());
        assertFalse(norms(limits, 1.25, 1, 1.25).passed());
        assertFalse(norms(limits, 1, 1, Double.NaN).passed());
        for (Limits unknown : List.of(
                Limits.of("yolo9-t", reference, DType.F16, figures),
                Limits.of("yolo9-s", reference, DType.BF16, figures),
                Limits.of("yolo9-t", MissingNode.getInstance(), DType.BF16, figures))) {
            assertEquals(Spread.ANY, norms(unknown, 1).allowed());
            assertEquals(Optional.empty(), norms(unknown, 1).autocast());
        }
        assertEquals(
                Spread.upTo(1e-3),
                norms(Limits.of("yolo9-t", reference, DType.F32)).allowed());
    }

    @Test
    void theMedianIsBetweenTheTwoInTheMiddle() {
        assertEquals(
                0.25,
                norms(Limits.of("x", MissingNode.getInstance(), DType.F32), 1.125, 1.375, 9, 1)
                        .found()
                        .median());
    }

    private static HostTensor tensor(StateDict state, String name) {
        return Objects.requireNonNull(state.get(name), name);
    }
}
