package dev.ocellus.engine.parity;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.ParameterLayout;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.train.ModelState;
import dev.ocellus.engine.train.OptimizerKind;
import dev.ocellus.engine.train.StepGraphs;
import dev.ocellus.engine.train.StepGraphs.StepOptions;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A model on a backend with a training step and an inference program for one shape, fed with float images as reference
 * values are. Owns what it allocates.
 */
final class ModelRun implements AutoCloseable {
    private static final String INPUT = "x";

    private final ModelState state;
    private final Executable training;
    private final Executable inference;

    ModelRun(Backend backend, Model model, StepShape shape, OptimizerKind optimizer) {
        ParameterLayout layout = StepGraphs.layout(model);
        List<Store> stores = new ArrayList<>(optimizer.state());
        stores.addAll(List.of(Store.GRADIENTS, Store.EMA_PARAMETERS, Store.EMA_BUFFERS));
        state = new ModelState(backend, layout, stores);
        StepOptions options = new StepOptions(optimizer, true, false, true, name -> false);
        Graph step = StepGraphs.training(model, layout, shape, options, INPUT);
        training = backend.compile(Planner.plan(step), state.stores());
        Program decode = Planner.plan(StepGraphs.inference(model, layout, shape, false, INPUT));
        inference = backend.compile(decode, state.stores());
    }

    ModelState state() {
        return state;
    }

    /** Sets images, given as [N, 3, H, W], of both programs. */
    void images(float[] planes, StepShape shape) {
        float[] pixels = new float[planes.length];
        int area = shape.height() * shape.width();
        for (int n = 0; n < shape.batch(); n++) {
            for (int c = 0; c < 3; c++) {
                for (int p = 0; p < area; p++) {
                    pixels[(n * area + p) * 3 + c] = planes[(n * 3 + c) * area + p];
                }
            }
        }
        training.write(INPUT, MemorySegment.ofArray(pixels));
        inference.write(INPUT, MemorySegment.ofArray(pixels));
    }

    void targets(float[] targets) {
        training.write(StepGraphs.TARGETS, MemorySegment.ofArray(targets));
    }

    void train(Segment segment) {
        training.run(segment);
    }

    float[] trained(String output) {
        return read(training, output);
    }

    float[] predict() {
        inference.run(Segment.ALL);
        return read(inference, StepGraphs.PREDICTIONS);
    }

    Shape shape(String output) {
        return training.program().outputs().get(output).shape();
    }

    /** Sum of the absolute values of all parameters and running statistics in two stores. */
    double absoluteSum(Store parameters, Store buffers) {
        double sum = 0;
        for (Parameter parameter : state.layout().all()) {
            for (float value : state.get(parameter.store() == Store.PARAMETERS ? parameters : buffers, parameter)) {
                sum += Math.abs(value);
            }
        }
        return sum;
    }

    private static float[] read(Executable executable, String output) {
        float[] values = new float
                [(int) executable.program().outputs().get(output).shape().elements()];
        executable.read(output, MemorySegment.ofArray(values));
        return values;
    }

    @Override
    public void close() {
        training.close();
        inference.close();
        state.close();
    }
}
