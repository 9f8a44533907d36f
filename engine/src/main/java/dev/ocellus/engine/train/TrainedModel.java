package dev.ocellus.engine.train;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.run.ImageSize;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Source;
import dev.ocellus.engine.weights.ModelFacts;
import dev.ocellus.engine.weights.WeightsFile;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A model with the weights of a file on a device, to be measured or used. Owns its memory. For one thread. */
public final class TrainedModel implements AutoCloseable {

    private final Model model;
    private final ModelState state;
    private final ModelFacts facts;
    private final List<String> remarks;

    private TrainedModel(Model model, ModelState state, ModelFacts facts, List<String> remarks) {
        this.model = model;
        this.state = state;
        this.facts = facts;
        this.remarks = remarks;
    }

    /**
     * Reads a file; family, size and number of classes are told by its tensors.
     *
     * @throws StudioException of kind MODEL if the file cannot be read or is of no known family
     */
    public static TrainedModel open(Path file, Backend backend) {
        try (Arena arena = Arena.ofConfined()) {
            WeightsFile weights = WeightsFile.read(file, arena);
            Model model = Models.recognise(weights)
                    .orElseThrow(() -> new StudioException(
                            StudioException.Kind.MODEL,
                            file + " holds the weights of a network that is not known.",
                            "Give the weights of a YOLOv9 detector of size t, s, m or c."));
            ModelState state = new ModelState(backend, StepGraphs.layout(model), List.of());
            List<String> remarks = PretrainedWeights.load(weights, model, state).lines();
            return new TrainedModel(model, state, weights.facts(), remarks);
        }
    }

    /** The network. */
    public Model model() {
        return model;
    }

    /** Its numbers. */
    ModelState state() {
        return state;
    }

    /** A name for each class: the file's own, or {@code class0} and so on. */
    public List<String> classNames() {
        return facts.names().size() == model.classes()
                ? facts.names()
                : IntStream.range(0, model.classes())
                        .mapToObj("class%d"::formatted)
                        .toList();
    }

    /** What a person should know of how the file was read. */
    public List<String> remarks() {
        return remarks;
    }

    /** The configuration with the input size that the weights were trained with, unless one was asked for. */
    public RunConfig atItsSize(RunConfig config) {
        List<Integer> size = facts.inputSize();
        return size.isEmpty() || config.setting(ModelOptions.IMGSZ).source() != Source.DEFAULT
                ? config
                : config.withEffective(
                        ModelOptions.IMGSZ,
                        new ImageSize(size.getFirst(), size.getLast()),
                        "the weights were trained with it");
    }

    @Override
    public void close() {
        state.close();
    }
}
