package dev.ocellus.engine.train;

import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.StateLayout;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.weights.Float32;
import dev.ocellus.engine.weights.LoadReport;
import dev.ocellus.engine.weights.MatchedWeights;
import dev.ocellus.engine.weights.WeightsFile;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Puts the weights of a file into a model. */
public final class PretrainedWeights {
    private PretrainedWeights() {}

    /**
     * Sets every parameter and buffer that the file has. Those that depend on the number of classes keep their values where
     * that number differs.
     *
     * @return what became of each tensor
     * @throws dev.ocellus.engine.StudioException of kind MODEL if the file does not fit; nothing has been set then
     */
    public static LoadReport load(WeightsFile file, Model model, ModelState state) {
        SequencedMap<String, Shape> wanted = new LinkedHashMap<>();
        for (Parameter parameter : state.layout().all()) {
            wanted.put(parameter.name(), StateLayout.stateShape(parameter.shape()));
        }
        MatchedWeights matched = MatchedWeights.of(file, model.keys(), wanted);
        matched.report().requireWhole();
        for (Parameter parameter : state.layout().all()) {
            HostTensor tensor = matched.tensors().get(parameter.name());
            if (tensor != null) {
                state.set(parameter, Float32.values(tensor));
            }
        }
        return matched.report();
    }
}
