package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.backend.cuda.CudaDevices;
import dev.ocellus.engine.backend.nop.NopBackend;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.run.Json;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.weights.Float32;
import dev.ocellus.engine.weights.Safetensors;
import dev.ocellus.engine.weights.TensorSource;
import dev.ocellus.engine.weights.WeightsFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {
    private static final List<String> NAMES = List.of("cell", "Zelle ß", "célula");
    private static final CheckpointInfo INFO = new CheckpointInfo(
            "yolo9",
            "t",
            NAMES,
            64,
            96,
            3,
            7,
            false,
            41,
            83,
            12.5,
            0.1 + 0.2,
            2,
            List.of(1.5, 1e-300),
            Map.of("metrics/mAP50", 0.5, "metrics/mAP_small", Double.NaN),
            "metrics/mAP50-95",
            Map.of("seed", "7", "lr0", "0.01"));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(OptimizerKind.class)
    void aContinuedRunMakesTheSameStepsBitForBit(OptimizerKind optimizer) throws IOException {
        try (Backend backend = new CpuBackend(1, Thread.ofPlatform().daemon().factory())) {
            continuesBitForBit(backend, settings(optimizer, true));
        }
    }

    @Tag("gpu")
    @Test
    void soDoesOneInHalfPrecision() throws IOException {
        try (Backend backend = CudaDevices.open(0, false)) {
            continuesBitForBit(backend, half());
        }
    }

    private void continuesBitForBit(Backend backend, StepSettings settings) throws IOException {
        Path file = folder.resolve("last.safetensors");
        Model model = Models.create("yolo9", "t", NAMES.size());
        try (StepRunner whole = new StepRunner(backend, model, settings, DType.U8);
                StepRunner continued = new StepRunner(backend, model, settings, DType.U8)) {
            whole.state().initialise(5);
            whole.startAverage();
            step(whole, 0);
            step(whole, 1);
            Checkpoint.write(file, whole, at(whole));
            step(whole, 2);
            float loss = whole.loss();
            Checkpoint.resume(file, continued);
            step(continued, 2);
            assertEquals(loss, continued.loss());
            assertEquals(whole.updates(), continued.updates());
            for (Store store : whole.state().stores().keySet()) {
                assertArrayEquals(all(whole, store), all(continued, store), store.name());
            }
        }
    }

    private static void step(StepRunner runner, int index) {
        StepGraphs.StepShape shape = new StepGraphs.StepShape(1, 64, 64, 32);
        byte[] pixels = new byte[64 * 64 * 3];
        new SplittableRandom(index).nextBytes(pixels);
        float[] targets = new float[32 * 5];
        for (int row = 0; row < 32; row++) {
            targets[row * 5] = row == 0 ? index % NAMES.size() : -1;
        }
        System.arraycopy(new float[] {10, 12, 40, 50}, 0, targets, 1, 4);
        runner.step(
                shape,
                MemorySegment.ofArray(pixels),
                MemorySegment.ofArray(targets),
                StepRunner.Window.SINGLE,
                0.01,
                0.9);
    }

    private static float[] all(StepRunner runner, Store store) {
        float[] values = new float[(int) runner.state().store(store).elements()];
        runner.state().store(store).read(0, MemorySegment.ofArray(values));
        return values;
    }

    @Test
    void whatTheRunSaidComesBack() throws IOException {
        Path file = write(settings(OptimizerKind.SGD, true));
        assertEquals(INFO, Checkpoint.info(file));
    }

    @Test
    void aRunThatHasNotMeasuredAnythingYetComesBackToo() throws IOException {
        Path file = withoutTensors(document -> {
            document.put("best_metric", Double.NEGATIVE_INFINITY);
            document.put("best_epoch", 0);
        });
        assertEquals(Double.NEGATIVE_INFINITY, Checkpoint.info(file).best());
    }

    @Test
    void theFileServesAsAModelWithItsAveragedWeights() throws IOException {
        Path file = folder.resolve("best.safetensors");
        Model model = Models.create("yolo9", "t", NAMES.size());
        try (NopBackend backend = new NopBackend();
                StepRunner runner = new StepRunner(backend, model, settings(OptimizerKind.ADAMW, true), DType.U8);
                Arena arena = Arena.ofConfined()) {
            fill(runner);
            Checkpoint.write(file, runner, INFO);
            WeightsFile read = WeightsFile.read(file, arena);
            assertEquals(NAMES, read.facts().names());
            assertEquals(model, Models.recognise(read).orElseThrow());
            for (Parameter parameter : runner.state().layout().all()) {
                Store averaged = parameter.store() == Store.PARAMETERS ? Store.EMA_PARAMETERS : Store.EMA_BUFFERS;
                assertArrayEquals(
                        runner.state().get(averaged, parameter),
                        Float32.values(read.state().get(parameter.name())),
                        parameter.name());
            }
            HostTensor counter = read.state().get("backbone.conv0.bn.num_batches_tracked");
            assertEquals(DType.I64, counter.dtype());
            assertArrayEquals(new float[] {83}, Float32.values(counter));
        }
    }

    @Test
    void everyStoreComesBack() throws IOException {
        Path file = write(settings(OptimizerKind.ADAM, true));
        with(settings(OptimizerKind.ADAM, true), "t", 3, runner -> {
            Checkpoint.resume(file, runner);
            assertEquals(41, runner.updates());
            assertEquals(83, runner.batches());
            with(settings(OptimizerKind.ADAM, true), "t", 3, written -> {
                fill(written);
                for (Parameter parameter : runner.state().layout().all()) {
                    for (Store store : parallel(parameter)) {
                        assertArrayEquals(
                                written.state().get(store, parameter),
                                runner.state().get(store, parameter),
                                store + " " + parameter.name());
                    }
                }
            });
        });
    }

    @Test
    void theStateOfLossScalingComesBack() throws IOException {
        LossScaling state = new LossScaling(0x1p-7f, 1999, 3, 38);
        Path file = folder.resolve("half.safetensors");
        with(half(), "t", NAMES.size(), runner -> {
            fill(runner);
            runner.scaling(state);
            write(file, runner);
        });
        with(half(), "t", NAMES.size(), runner -> {
            Checkpoint.resume(file, runner);
            assertEquals(state, runner.scaling());
        });
    }

    @Test
    void scalingBeginsWhereAnotherPrecisionIsContinued() throws IOException {
        Path file = write(settings(OptimizerKind.ADAM, true));
        with(half(), "t", NAMES.size(), runner -> {
            Checkpoint.resume(file, runner);
            assertEquals(new LossScaling(65536, 0, 0, INFO.updates()), runner.scaling());
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[65536, 0, 0, 0]",
                "{\"good_updates\": 0, \"skipped\": 0, \"done\": 0}",
                "{\"scale\": 0, \"good_updates\": 0, \"skipped\": 0, \"done\": 0}",
                "{\"scale\": 65536, \"good_updates\": -1, \"skipped\": 0, \"done\": 0}",
                "{\"scale\": 65536, \"good_updates\": 0, \"skipped\": 0.5, \"done\": 0}",
            })
    void aDamagedStateOfLossScalingIsRefused(String state) throws IOException {
        Path file = write(settings(OptimizerKind.ADAM, true));
        try (Arena arena = Arena.ofShared()) {
            Safetensors read = Safetensors.read(file, arena);
            Map<String, TensorSource> tensors = new LinkedHashMap<>();
            read.tensors().tensors().forEach((key, tensor) -> tensors.put(key, TensorSource.of(tensor)));
            String document = read.metadata().get("ocellus").replaceFirst("\\{", "{\"loss_scaler\": " + state + ",");
            Safetensors.write(file, tensors, Map.of("ocellus", document));
        }
        refused(file, half(), "t", NAMES.size(), "loss_scaler");
    }

    @Test
    void equalStatesGiveEqualFiles() throws IOException {
        byte[] one = Files.readAllBytes(write(settings(OptimizerKind.SGD, false)));
        assertArrayEquals(one, Files.readAllBytes(write(settings(OptimizerKind.SGD, false))));
    }

    @Test
    void runsOfAnotherKindAreRefused() throws IOException {
        Path file = write(settings(OptimizerKind.ADAM, true));
        refused(file, settings(OptimizerKind.SGD, true), "t", 3, "optimizer is ADAM");
        refused(file, settings(OptimizerKind.ADAMW, true), "t", 3, "optimizer is ADAM");
        refused(file, settings(OptimizerKind.ADAM, false), "t", 3, "is_ema_weights is true");
        refused(file, settings(OptimizerKind.ADAM, true), "s", 3, "yolo9t with 3 classes");
        refused(file, settings(OptimizerKind.ADAM, true), "t", 4, "yolo9t with 3 classes");
    }

    @Test
    void weightsWithoutARunAreRefused() throws IOException {
        Path file = folder.resolve("weights.safetensors");
        Safetensors.write(file, Map.of("w", TensorSource.of(HostTensor.of(Shape.of(1), 1))), Map.of());
        refused(file, settings(OptimizerKind.SGD, true), "t", 3, "weights only");
    }

    @Test
    void aMissingTensorIsNamedAndNothingIsChanged() throws IOException {
        Path file = write(settings(OptimizerKind.SGD, true));
        String name = "optimizer.moment1.head.class_convs.2.2.bias";
        try (Arena arena = Arena.ofShared()) {
            Safetensors read = Safetensors.read(file, arena);
            Map<String, TensorSource> tensors = new LinkedHashMap<>();
            read.tensors().tensors().forEach((key, tensor) -> tensors.put(key, TensorSource.of(tensor)));
            tensors.remove(name);
            Safetensors.write(file, tensors, read.metadata());
        }
        refused(file, settings(OptimizerKind.SGD, true), "t", 3, name + " is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schema_version",
                "model_family",
                "size",
                "task",
                "nc",
                "names",
                "imgsz_h",
                "epoch",
                "batch",
                "validated",
                "step",
                "batches",
                "best_epoch",
                "tally",
                "metrics",
                "config",
                "best_metric_name",
                "optimizer",
            })
    void anEntryOfTheWrongKindIsNamed(String entry) throws IOException {
        Path file = withoutTensors(document -> document.put(entry, entry.equals("epoch") ? -1 : null));
        refused(file, settings(OptimizerKind.SGD, true), "t", 3, entry);
    }

    /** A file with the document of a checkpoint, changed, and none of its tensors. */
    private Path withoutTensors(Consumer<Map<String, Object>> change) throws IOException {
        Map<String, Object> document = INFO.plain();
        document.putAll(Map.of("schema_version", "1.0", "optimizer", "SGD", "is_ema_weights", true));
        change.accept(document);
        Path file = folder.resolve("document.safetensors");
        TensorSource any = TensorSource.of(HostTensor.of(Shape.of(1), 1));
        Safetensors.write(file, Map.of("any", any), Map.of("ocellus", Json.line(document)));
        return file;
    }

    private void refused(Path file, StepSettings settings, String size, int classes, String named) {
        with(settings, size, classes, runner -> {
            StudioException fault = assertThrows(StudioException.class, () -> Checkpoint.resume(file, runner));
            assertEquals(StudioException.Kind.MODEL, fault.kind());
            assertTrue(fault.getMessage().startsWith(file.toString()), fault.getMessage());
            assertTrue(fault.getMessage().contains(named), fault.getMessage());
            assertFalse(fault.cure().isEmpty());
            for (float value : all(runner, Store.PARAMETERS)) {
                assertEquals(0, value);
            }
            assertEquals(0, runner.updates());
        });
    }

    private Path write(StepSettings settings) {
        Path file = folder.resolve("last.safetensors");
        with(settings, "t", NAMES.size(), runner -> {
            fill(runner);
            write(file, runner);
        });
        return file;
    }

    private static void write(Path file, StepRunner runner) {
        try {
            Checkpoint.write(file, runner, INFO);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void with(StepSettings settings, String size, int classes, Consumer<StepRunner> use) {
        try (NopBackend backend = new NopBackend();
                StepRunner runner =
                        new StepRunner(backend, Models.create("yolo9", size, classes), settings, DType.U8)) {
            use.accept(runner);
        }
    }

    /** Numbers that tell stores and parameters apart. */
    private static void fill(StepRunner runner) {
        runner.resume(INFO.updates(), INFO.batches());
        for (Parameter parameter : runner.state().layout().all()) {
            for (Store store : parallel(parameter)) {
                if (runner.state().stores().containsKey(store)) {
                    float[] values = new float[(int) parameter.shape().elements()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = store.ordinal() + parameter.name().hashCode() % 1000 + i / 65536f;
                    }
                    runner.state().set(store, parameter, values);
                }
            }
        }
    }

    private static List<Store> parallel(Parameter parameter) {
        return parameter.store() == Store.BUFFERS
                ? List.of(Store.BUFFERS, Store.EMA_BUFFERS)
                : List.of(Store.PARAMETERS, Store.EMA_PARAMETERS, Store.MOMENT1, Store.MOMENT2);
    }

    private static CheckpointInfo at(StepRunner runner) {
        return new CheckpointInfo(
                INFO.family(),
                INFO.size(),
                INFO.names(),
                INFO.height(),
                INFO.width(),
                INFO.epoch(),
                INFO.batch(),
                INFO.validated(),
                runner.updates(),
                runner.batches(),
                INFO.seconds(),
                INFO.best(),
                INFO.bestEpoch(),
                INFO.tally(),
                INFO.metrics(),
                INFO.metric(),
                INFO.config());
    }

    private static StepSettings settings(OptimizerKind optimizer, boolean average) {
        return new StepSettings(
                optimizer, true, new double[] {0.9, 0.999}, 5e-4, 0, 10, average, 0.9999, false, Set.of());
    }

    private static StepSettings half() {
        return new StepSettings(
                OptimizerKind.ADAM,
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
    }
}
