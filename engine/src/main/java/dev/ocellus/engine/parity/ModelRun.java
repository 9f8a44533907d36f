package dev.ocellus.engine.parity;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.train.LossScaling;
import dev.ocellus.engine.train.ModelState;
import dev.ocellus.engine.train.StepGraphs;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import dev.ocellus.engine.train.StepRunner;
import dev.ocellus.engine.train.StepSettings;
import java.lang.foreign.MemorySegment;

/**
 * A model on a backend with its training step and an inference program for one shape, fed with float images as reference
 * values are. Owns what it allocates.
 */
final class ModelRun implements AutoCloseable {
    /** Below this factor on the loss, gradients that are not finite are not so because of it. */
    private static final float LEAST_SCALE = 0x1p-24f;

    private static final StepRunner.Window GRADIENTS_ONLY = new StepRunner.Window(true, false, 1);

    private final StepShape shape;
    private final StepSettings settings;
    private final StepRunner runner;
    private final Executable inference;
    private float scale = 1;
    private float[] pixels = new float[0];
    private float[] targets = new float[0];

    ModelRun(Backend backend, Model model, StepShape shape, StepSettings settings) {
        this.shape = shape;
        this.settings = settings;
        runner = new StepRunner(backend, model, settings, DType.F32);
        ModelState state = runner.state();
        Program decode = Planner.plan(
                StepGraphs.inference(model, state.layout(), shape, false, DType.F32, settings.activations()));
        inference = backend.compile(decode, state.stores());
    }

    StepRunner runner() {
        return runner;
    }

    ModelState state() {
        return runner.state();
    }

    /** Sets the images, given as [N, 3, H, W], and the targets of all further steps. */
    void inputs(float[] planes, float[] rows) {
        pixels = new float[planes.length];
        int area = shape.height() * shape.width();
        for (int n = 0; n < shape.batch(); n++) {
            for (int c = 0; c < 3; c++) {
                for (int p = 0; p < area; p++) {
                    pixels[(n * area + p) * 3 + c] = planes[(n * 3 + c) * area + p];
                }
            }
        }
        targets = rows;
    }

    /**
     * One training step without its update. Where the loss is scaled, the scale is the largest from the usual one down at which all
     * gradients are finite.
     */
    void differentiate() {
        if (!settings.scaled()) {
            step(GRADIENTS_ONLY, 0, 0);
            return;
        }
        float[] statistics = values(Store.BUFFERS);
        scale = 2 * Scaler.INITIAL_SCALE;
        do {
            scale /= 2;
            state().store(Store.BUFFERS).write(0, MemorySegment.ofArray(statistics));
            runner.scaling(new LossScaling(scale, 0, 0, 0));
            step(GRADIENTS_ONLY, 0, 0);
        } while (scale > LEAST_SCALE && !finite(values(Store.GRADIENTS)));
    }

    /** One training step; one whose update is skipped, because its gradients overflow the scale of the loss, is done again. */
    void update(double learningRate, double momentum) {
        long skipped;
        do {
            skipped = settings.scaled() ? runner.scaling().skipped() : 0;
            step(StepRunner.Window.SINGLE, learningRate, momentum);
        } while (settings.scaled()
                && runner.scaling().skipped() > skipped
                && runner.scaling().scale() > LEAST_SCALE);
    }

    private void step(StepRunner.Window window, double learningRate, double momentum) {
        runner.step(
                shape, MemorySegment.ofArray(pixels), MemorySegment.ofArray(targets), window, learningRate, momentum);
    }

    /** A parameter's gradient after {@link #differentiate}, in the order of a state dict. */
    float[] gradient(Parameter parameter) {
        float[] gradient = state().get(Store.GRADIENTS, parameter);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] /= scale;
        }
        return gradient;
    }

    private float[] values(Store store) {
        float[] values = new float[Math.toIntExact(state().store(store).elements())];
        state().store(store).read(0, MemorySegment.ofArray(values));
        return values;
    }

    private static boolean finite(float[] values) {
        for (float value : values) {
            if (!Float.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    /** Raw predictions of the last training step, with their shape. */
    float[] raw() {
        return runner.output(shape, StepGraphs.RAW);
    }

    Shape rawShape() {
        return runner.program(shape).program().output(StepGraphs.RAW).shape();
    }

    float[] predict() {
        inference.write(StepGraphs.IMAGES, MemorySegment.ofArray(pixels));
        inference.run(Segment.ALL);
        return predicted(StepGraphs.PREDICTIONS);
    }

    /** An output of the last prediction. */
    float[] predicted(String output) {
        Shape of = inference.program().output(output).shape();
        float[] values = new float[(int) of.elements()];
        inference.read(output, MemorySegment.ofArray(values));
        return values;
    }

    /** Sum of the absolute values of all tensors in two stores. */
    double absoluteSum(Store parameters, Store buffers) {
        double sum = 0;
        for (Parameter parameter : state().layout().all()) {
            for (float value : state().get(parameter.store() == Store.PARAMETERS ? parameters : buffers, parameter)) {
                sum += Math.abs(value);
            }
        }
        return sum;
    }

    @Override
    public void close() {
        inference.close();
        runner.close();
    }
}
