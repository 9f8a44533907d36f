package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.nop.NopBackend;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.StateLayout;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import dev.ocellus.engine.weights.LoadReport;
import dev.ocellus.engine.weights.Safetensors;
import dev.ocellus.engine.weights.TensorSource;
import dev.ocellus.engine.weights.WeightsFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PretrainedWeightsTest {
    private static final String CONVOLUTION = "backbone.conv0.conv.weight";
    private static final String LAST_CLASSES = "head.class_convs.1.2.bias";

    @TempDir
    private Path folder;

    @Test
    void weightsAreSetInTheOrderOfTheEngine() throws IOException {
        Model model = Models.create("yolo9", "t", 3);
        Path file = write(model);
        try (NopBackend backend = new NopBackend();
                ModelState state = new ModelState(backend, StepGraphs.layout(model), List.of());
                Arena arena = Arena.ofConfined()) {
            LoadReport report = PretrainedWeights.load(WeightsFile.read(file, arena), model, state);
            assertEquals(state.layout().all().size(), report.loaded());
            for (Parameter parameter : state.layout().all()) {
                assertArrayEquals(values(parameter), state.get(parameter.store(), parameter), parameter.name());
            }
            Parameter convolution = parameter(state, CONVOLUTION);
            float[] inMemory = new float[27];
            state.store(Store.PARAMETERS).read(convolution.offset(), MemorySegment.ofArray(inMemory));
            float[] filed = values(convolution); // [O, I, H, W]; in memory [O, H, W, I]
            assertArrayEquals(
                    new float[] {filed[0], filed[9], filed[18], filed[1]},
                    new float[] {inMemory[0], inMemory[1], inMemory[2], inMemory[3]});
        }
    }

    @Test
    void lastClassConvolutionsKeepTheirStartWhereTheClassesDiffer() throws IOException {
        Path file = write(Models.create("yolo9", "t", 3));
        Model model = Models.create("yolo9", "t", 7);
        try (NopBackend backend = new NopBackend();
                ModelState state = new ModelState(backend, StepGraphs.layout(model), List.of());
                Arena arena = Arena.ofConfined()) {
            state.initialise(1);
            LoadReport report = PretrainedWeights.load(WeightsFile.read(file, arena), model, state);
            assertEquals(6, report.replaced().size());
            assertArrayEquals(
                    new float[] {-10, -10, -10, -10, -10, -10, -10},
                    state.get(Store.PARAMETERS, parameter(state, LAST_CLASSES)));
            Parameter convolution = parameter(state, CONVOLUTION);
            assertArrayEquals(values(convolution), state.get(Store.PARAMETERS, convolution));
        }
    }

    @Test
    void aFileThatDoesNotFitChangesNothing() throws IOException {
        Path file = write(Models.create("yolo9", "s", 3));
        Model model = Models.create("yolo9", "t", 3);
        try (NopBackend backend = new NopBackend();
                ModelState state = new ModelState(backend, StepGraphs.layout(model), List.of());
                Arena arena = Arena.ofConfined()) {
            WeightsFile read = WeightsFile.read(file, arena);
            assertThrows(StudioException.class, () -> PretrainedWeights.load(read, model, state));
            for (Parameter parameter : state.layout().all()) {
                for (float value : state.get(parameter.store(), parameter)) {
                    assertFalse(value != 0, parameter.name());
                }
            }
        }
    }

    private Path write(Model model) throws IOException {
        Map<String, TensorSource> tensors = new LinkedHashMap<>();
        for (Parameter parameter : StepGraphs.layout(model).all()) {
            Shape shape = StateLayout.stateShape(parameter.shape());
            HostTensor tensor =
                    new HostTensor(new TensorSpec(shape, DType.F32), MemorySegment.ofArray(values(parameter)));
            tensors.put(parameter.name(), TensorSource.of(tensor));
        }
        Path file = folder.resolve(model.size() + ".safetensors");
        Safetensors.write(file, tensors, Map.of());
        return file;
    }

    /** Numbers that tell every element of every tensor apart, in the order of a state dict. */
    private static float[] values(Parameter parameter) {
        float[] values = new float[(int) parameter.shape().elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = parameter.name().hashCode() % 1000 + i / 65536f;
        }
        return values;
    }

    private static Parameter parameter(ModelState state, String name) {
        return state.layout().all().stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
