package dev.ocellus.engine.models;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.nn.Layers;
import dev.ocellus.engine.weights.KeyMap;
import java.util.List;

/**
 * A network of a family in one size, and the rest of its training step. The one training loop treats all families
 * through this interface; an implementation is immutable and holds no numbers.
 */
public interface Model {
    /** Name of the family, for example {@code yolo9}. */
    String family();

    /** Letter or number of the size. */
    String size();

    /** Number of classes. */
    int classes();

    /** Both sides of the network's input must be multiples of this. */
    int stride();

    /** Factor from input bytes to the network's input. */
    float inputScale();

    /** Constants of batch normalisation. */
    Layers.Norm norm();

    /** Adds the network: images [N, H, W, 3] as float32 to the raw predictions. */
    Value network(Layers layers, Value images);

    /**
     * The loss in a graph.
     *
     * @param total the scalar that is differentiated
     * @param parts one number for each of {@link #lossNames}
     */
    record Loss(Value total, Value parts) {}

    /** What the numbers of {@link Loss#parts} are. */
    List<String> lossNames();

    /**
     * Adds the loss.
     *
     * @param images the network's input, of which only the shape counts
     * @param targets [N, T, 5] rows of class, x1, y1, x2, y2 in pixels; class −1 in padding rows
     */
    Loss loss(Graph graph, Value images, Value raw, Value targets);

    /** Adds the decoding of raw predictions to [N, 4 + classes, A]: box corners in pixels, then class probabilities. */
    Value predictions(Graph graph, Value images, Value raw);

    /** Layers that {@code freeze=N} counts, in order from the input: prefixes of parameter names. */
    List<String> groups();

    /** How names in files relate to the names of this network's tensors. */
    KeyMap keys();

    /** The same network for another number of classes: only the last class layers differ. */
    Model withClasses(int count);
}
