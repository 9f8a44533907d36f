package dev.ocellus.engine.train;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.ParameterLayout;
import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes training steps: keeps a program for each of the last shapes, writes the scalars of a step, counts updates.
 * Owns the programs and the state. Used by the thread that trains; after the first step of a shape nothing is allocated.
 */
public final class StepRunner implements AutoCloseable {
    private static final int LEAST_SHAPES = 4;
    /** Numbers of a target: class, x1, y1, x2, y2. */
    private static final int TARGET = 5;

    /** A batch's place in its accumulation window of {@code length} batches. */
    public record Window(boolean first, boolean last, int length) {
        /** Each batch is a window of its own. */
        public static final Window SINGLE = new Window(true, true, 1);
    }

    private final Backend backend;
    private final Model model;
    private final StepSettings settings;
    private final DType images;
    private final ModelState state;
    private final ControlValues control = new ControlValues();
    private final float[] loss = new float[1];
    private final float[] parts;
    private final float[] norm = new float[1];
    private final MemorySegment lossMemory = MemorySegment.ofArray(loss);
    private final MemorySegment partsMemory;
    private final MemorySegment normMemory = MemorySegment.ofArray(norm);
    private final Map<StepShape, Executable> programs = new LinkedHashMap<>(LEAST_SHAPES, 0.75f, true);
    private int shapes = LEAST_SHAPES;
    private float[] resized = {};
    private StepCapture capture = new StepCapture("off", line -> {});
    private StepCapture.Outcome outcome = StepCapture.Outcome.EAGER;
    private @Nullable Executable results;
    private @Nullable CallObserver observer;
    private long updates;
    private long batches;

    /**
     * Allocates the state; all numbers are zero.
     *
     * @param images element type of the images that steps are given: U8, or F32 already scaled
     */
    public StepRunner(Backend backend, Model model, StepSettings settings, DType images) {
        this.backend = backend;
        this.model = model;
        this.settings = settings;
        this.images = images;
        ParameterLayout layout = StepGraphs.layout(model);
        List<Store> stores = new ArrayList<>(settings.optimizer().state());
        stores.add(Store.GRADIENTS);
        if (settings.activations() != DType.F32) {
            stores.add(Store.HALF_GRADIENTS);
        }
        if (settings.scaled()) {
            stores.add(Store.SCALER);
        }
        if (settings.accumulate()) {
            stores.add(Store.ACCUMULATED_GRADIENTS);
        }
        if (settings.average()) {
            stores.addAll(List.of(Store.EMA_PARAMETERS, Store.EMA_BUFFERS));
        }
        state = new ModelState(backend, layout, stores);
        parts = new float[model.lossNames().size()];
        partsMemory = MemorySegment.ofArray(parts);
        if (settings.scaled()) {
            scaling(LossScaling.start(0));
        }
        control.set(Control.CLIP_NORM, settings.clipNorm());
        control.set(Control.WEIGHT_DECAY, settings.weightDecay());
        control.set(Control.WEIGHT_DECAY_OTHER, settings.otherDecay());
        control.set(Control.BETA2, settings.betas()[1]);
    }

    /** What is trained. */
    public Model model() {
        return model;
    }

    /** What stays the same in all steps. */
    public StepSettings settings() {
        return settings;
    }

    /** The numbers that are trained. */
    public ModelState state() {
        return state;
    }

    /** Updates of the weights so far. */
    public long updates() {
        return updates;
    }

    /** Batches seen by batch normalisation so far. */
    public long batches() {
        return batches;
    }

    /** Continues at given counts. */
    public void resume(long updatesDone, long batchesDone) {
        updates = updatesDone;
        batches = batchesDone;
    }

    /** State of loss scaling; waits for the last step. Only for settings that scale. */
    public LossScaling scaling() {
        float[] slots = new float[Scaler.SLOTS];
        state.store(Store.SCALER).read(0, MemorySegment.ofArray(slots));
        return LossScaling.of(slots);
    }

    /** Continues with a state of loss scaling. */
    public void scaling(LossScaling next) {
        state.store(Store.SCALER).write(0, MemorySegment.ofArray(next.slots()));
    }

    /** Starts the moving average at the present weights and statistics. */
    public void startAverage() {
        if (settings.average()) {
            state.copy(Store.PARAMETERS, Store.EMA_PARAMETERS);
            state.copy(Store.BUFFERS, Store.EMA_BUFFERS);
        }
    }

    /**
     * One batch: gradients and, at the end of a window, the update. May return while the device is still busy; who asks for a result
     * waits for it.
     *
     * @param pixels images of the shape, of the element type given at construction
     * @param targets rows of class, x1, y1, x2, y2 in pixels of the images, as float32
     * @param momentum of SGD; unused by Adam
     */
    public void step(
            StepShape shape,
            MemorySegment pixels,
            MemorySegment targets,
            Window window,
            double learningRate,
            double momentum) {
        Executable program = program(shape);
        program.write(StepGraphs.IMAGES, pixels);
        program.write(StepGraphs.TARGETS, shape.resized() ? resized(shape, targets) : targets);
        scalars(window, learningRate, momentum);
        outcome = capture.run(program, window.last() ? Segment.ALL : Segment.GRADIENTS);
        if (window.last()) {
            updates++;
        }
        batches++;
        results = program;
    }

    /** The targets in pixels of the network's input; valid until the next step. */
    private MemorySegment resized(StepShape shape, MemorySegment targets) {
        int rows = shape.batch() * shape.maxTargets();
        if (resized.length < TARGET * rows) {
            resized = new float[TARGET * rows];
        }
        double x = (double) shape.width() / shape.imageWidth();
        double y = (double) shape.height() / shape.imageHeight();
        for (int i = 0; i < TARGET * rows; i++) {
            float number = targets.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            resized[i] = switch (i % TARGET) {
                case 0 -> number;
                case 1, 3 -> (float) (number * x);
                default -> (float) (number * y);
            };
        }
        return MemorySegment.ofArray(resized);
    }

    /** Waits for the last step and fetches its results, once. */
    private void fetch() {
        Executable program = results;
        if (program != null) {
            program.read(StepGraphs.LOSS, lossMemory);
            program.read(StepGraphs.LOSS_PARTS, partsMemory);
            program.read(StepGraphs.GRADIENT_NORM, normMemory);
            results = null;
        }
    }

    private void scalars(Window window, double learningRate, double momentum) {
        boolean sgd = settings.optimizer() == OptimizerKind.SGD;
        double beta1 = settings.betas()[0];
        long update = updates + 1;
        control.set(Control.LOSS_SCALE, 1.0 / window.length());
        control.set(Control.FIRST_BATCH, window.first() ? 1 : 0);
        control.set(Control.LEARNING_RATE, learningRate);
        control.set(Control.MOMENTUM, sgd ? momentum : beta1);
        control.set(Control.BIAS_CORRECTION1, 1 - Math.pow(beta1, update));
        control.set(Control.BIAS_CORRECTION2, 1 - Math.pow(settings.betas()[1], update));
        control.set(Control.EMA_DECAY, settings.averageDecay(update));
        control.set(Control.FIRST_UPDATE, updates == 0 ? 1 : 0);
        control.write(state);
    }

    /** Records steps from now on as {@code cuda_graph} says; {@code log} is told what was recorded or refused. */
    public void capture(String mode, Consumer<String> log) {
        capture = new StepCapture(mode, log);
    }

    /** Whether the last step was enqueued call by call, recorded or replayed. */
    StepCapture.Outcome outcome() {
        return outcome;
    }

    /** Total loss of the last batch. */
    public float loss() {
        fetch();
        return loss[0];
    }

    /** Parts of the last batch's loss, see {@link Model#lossNames}; overwritten by the next step. */
    public float[] lossParts() {
        fetch();
        return parts;
    }

    /** Norm of the gradient before clipping, at the last update. */
    public float gradientNorm() {
        fetch();
        return norm[0];
    }

    /** Copies an output of the last step of a shape. */
    public float[] output(StepShape shape, String name) {
        Executable program = program(shape);
        float[] values =
                new float[Math.toIntExact(program.program().output(name).shape().elements())];
        program.read(name, MemorySegment.ofArray(values));
        return values;
    }

    /** Measures each kernel call from now on; null ends it. */
    public void observe(@Nullable CallObserver next) {
        observer = next;
        programs.values().forEach(program -> program.observe(next));
    }

    /** Makes room for the programs of all these shapes, and makes that of the last one, the largest, at once. */
    void prepare(List<StepShape> all) {
        shapes = Math.max(LEAST_SHAPES, all.size());
        program(all.getLast());
    }

    /** The program for a shape, made at its first use; the one that was not used for longest makes room. */
    public Executable program(StepShape shape) {
        Executable program = programs.get(shape);
        if (program == null) {
            fetch(); // a new program may take the memory that the results lie in
            if (programs.size() == shapes) {
                StepShape oldest = programs.keySet().iterator().next();
                Objects.requireNonNull(programs.remove(oldest)).close();
            }
            Graph graph = StepGraphs.training(model, state.layout(), shape, settings.options(), images);
            program = backend.compile(Planner.plan(graph), state.stores());
            program.observe(observer);
            programs.put(shape, program);
        }
        return program;
    }

    @Override
    public void close() {
        programs.values().forEach(Executable::close);
        state.close();
    }
}
