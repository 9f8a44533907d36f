package dev.ocellus.engine.train;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.augment.Scratch;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.data.image.RgbImage;
import dev.ocellus.engine.eval.Detection;
import dev.ocellus.engine.eval.NonMaxSuppression;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Finds objects in images, one by one. Owns its program and memory; the model stays the caller's. For one thread. */
public final class Predictor implements AutoCloseable {

    private final ImageSize size;
    private final NonMaxSuppression suppression;
    private final ImageDecoder decoder = new ImageDecoder();
    private final Scratch decoded = new Scratch();
    private final Scratch letterboxed = new Scratch();
    private final Executable program;
    private final MemorySegment predictions;
    private final int anchors;

    /**
     * What was found in an image.
     *
     * @param image the file
     * @param width of the upright image in pixels
     * @param height of the upright image in pixels
     * @param objects boxes in pixels of the upright image, the most confident first
     */
    public record Prediction(Path image, int width, int height, List<Detection> objects) {

        /** Keeps a copy. */
        public Prediction {
            objects = List.copyOf(objects);
        }
    }

    /**
     * Compiles the network.
     *
     * @param size of its input
     * @param suppression picks among its predictions
     */
    public Predictor(Backend backend, TrainedModel trained, ImageSize size, NonMaxSuppression suppression) {
        this.size = size;
        this.suppression = suppression;
        StepShape shape = new StepShape(1, size.height(), size.width(), 1);
        ModelState state = trained.state();
        program = backend.compile(
                Planner.plan(StepGraphs.inference(trained.model(), state.layout(), shape, false, DType.U8, DType.F32)),
                state.stores());
        Shape predicted = program.program().output(StepGraphs.PREDICTIONS).shape();
        predictions = MemorySegment.ofArray(new float[Math.toIntExact(predicted.elements())]);
        anchors = Math.toIntExact(predicted.elements() / (4 + trained.model().classes()));
    }

    /**
     * Finds the objects of an image.
     *
     * @throws dev.ocellus.engine.data.image.UnreadableImageException if the file gives no picture
     */
    public Prediction predict(Path image) {
        RgbImage picture = decoder.decode(image, decoded);
        Letterbox letterbox = new Letterbox(picture.width(), picture.height(), size.width(), size.height());
        RgbImage input =
                new RgbImage(size.width(), size.height(), letterboxed.allocate(3L * size.width() * size.height()));
        letterbox.draw(picture, input);
        program.write(StepGraphs.IMAGES, input.pixels());
        program.run(Segment.ALL);
        program.read(StepGraphs.PREDICTIONS, predictions);
        List<Detection> objects =
                suppression.apply(predictions, anchors, letterbox.width(), letterbox.height()).stream()
                        .map(box -> box.toDetection(0, letterbox.scale()))
                        .toList();
        return new Prediction(image, picture.width(), picture.height(), objects);
    }

    @Override
    public void close() {
        program.close();
        decoded.close();
        letterboxed.close();
    }
}
