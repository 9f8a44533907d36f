package dev.ocellus.engine.train;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.loader.Batch;
import dev.ocellus.engine.data.loader.BatchLoader;
import dev.ocellus.engine.data.loader.Split;
import dev.ocellus.engine.eval.Detection;
import dev.ocellus.engine.eval.DetectionEvaluator;
import dev.ocellus.engine.eval.DetectionMetrics;
import dev.ocellus.engine.eval.GroundTruth;
import dev.ocellus.engine.eval.NonMaxSuppression;
import dev.ocellus.engine.eval.ScoredBox;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.ValidationOptions;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures a model on one part of a dataset: predictions, suppression, COCO's numbers, precision and recall. Made once a
 * run; its loader and its program stay. An image that cannot be read takes no part, nor do its boxes. Used by the thread
 * that trains.
 */
final class Validator implements AutoCloseable {
    /** Confidence at which precision, recall and F1 are read. */
    private static final double OPERATING_CONFIDENCE = 0.25;

    private final Split split;
    private final Model model;
    private final BatchLoader loader;
    private final NonMaxSuppression suppression;
    private final Executable program;
    private final MemorySegment predictions;
    private final long imageBytes;

    /** What is asked before each batch: whether to go on. May hold the thread while a run is paused. */
    @FunctionalInterface
    interface Gate {
        boolean open() throws InterruptedException;
    }

    /**
     * Prepares the program.
     *
     * @param average whether the moving average of the weights is measured
     * @param loader gives each image once a pass, in order; closed with this object
     */
    Validator(
            Backend backend,
            Model model,
            ModelState state,
            boolean average,
            Split split,
            BatchLoader loader,
            NonMaxSuppression suppression) {
        this.split = split;
        this.model = model;
        this.loader = loader;
        this.suppression = suppression;
        int batch = loader.plan().batchSize();
        StepShape shape =
                new StepShape(batch, loader.plan().inputHeight(), loader.plan().inputWidth(), 1);
        program = backend.compile(
                Planner.plan(StepGraphs.inference(model, state.layout(), shape, average, DType.U8, DType.F32)),
                state.stores());
        Shape predicted = program.program().output(StepGraphs.PREDICTIONS).shape();
        predictions = MemorySegment.ofArray(new float[Math.toIntExact(predicted.elements())]);
        imageBytes = predictions.byteSize() / batch;
    }

    /** The choice among predictions that a configuration asks for. */
    static NonMaxSuppression suppression(RunConfig config) {
        return new NonMaxSuppression(
                config.get(ValidationOptions.CONF),
                config.get(ValidationOptions.IOU),
                config.get(ValidationOptions.MAX_DET));
    }

    /** Measures; null if the gate was shut meanwhile. */
    @Nullable
    DetectionMetrics validate(Gate gate, Cancellation cancellation, Progress progress) throws InterruptedException {
        List<Detection> detections = new ArrayList<>();
        List<GroundTruth> truths = new ArrayList<>();
        int done = 0;
        for (int b = 0; b < loader.plan().batchesPerEpoch(); b++) {
            if (!gate.open()) {
                return null;
            }
            Batch batch = loader.next(cancellation);
            program.write(StepGraphs.IMAGES, batch.images());
            program.run(Segment.ALL);
            program.read(StepGraphs.PREDICTIONS, predictions);
            for (int i = 0; i < batch.size(); i++) {
                Letterbox letterbox = batch.letterbox(i);
                if (letterbox != null) {
                    addTruths(batch.sample(i), letterbox, truths);
                    addDetections(batch.sample(i), i, letterbox, detections);
                }
            }
            done = Math.min(split.size(), done + batch.size());
            progress.report("validating", done, split.size());
        }
        return new DetectionEvaluator(OPERATING_CONFIDENCE).evaluate(model.classes(), truths, detections);
    }

    private void addTruths(int sample, Letterbox letterbox, List<GroundTruth> truths) {
        ImageItem item = split.item(sample);
        int width = letterbox.sourceWidth();
        int height = letterbox.sourceHeight();
        for (Box box : item.boxes()) {
            truths.add(GroundTruth.box(
                    sample, box.cls(), box.left() * width, box.top() * height, box.w() * width, box.h() * height));
        }
    }

    private void addDetections(int sample, int place, Letterbox letterbox, List<Detection> detections) {
        MemorySegment own = predictions.asSlice(place * imageBytes, imageBytes);
        int anchors = Math.toIntExact(imageBytes / Float.BYTES / (4 + model.classes()));
        for (ScoredBox box : suppression.apply(own, anchors, letterbox.width(), letterbox.height())) {
            detections.add(box.toDetection(sample, letterbox.scale()));
        }
    }

    @Override
    public void close() {
        loader.close();
        program.close();
    }
}
