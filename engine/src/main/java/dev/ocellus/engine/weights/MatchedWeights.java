package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.weights.LoadReport.Mismatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The tensors of a file that a network can take, under its names, and the account of all others.
 *
 * @param tensors each of the wanted shape, in the network's order
 */
public record MatchedWeights(StateDict tensors, LoadReport report) {
    private static final String COUNTERS = "counters of batch normalisation, which the engine keeps itself";

    /**
     * Matches a file with a network.
     *
     * @param wanted names and shapes of the network's tensors as in a state dict: convolution weights [O, I, H, W]
     * @throws dev.ocellus.engine.StudioException of kind MODEL if two tensors of the file have one name in the network
     */
    public static MatchedWeights of(WeightsFile file, KeyMap keys, SequencedMap<String, Shape> wanted) {
        SequencedMap<String, HostTensor> left =
                new LinkedHashMap<>(file.current(keys).tensors());
        SequencedMap<String, HostTensor> matched = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        List<Mismatch> replaced = new ArrayList<>();
        List<Mismatch> misshapen = new ArrayList<>();
        for (Map.Entry<String, Shape> entry : wanted.entrySet()) {
            String name = entry.getKey();
            HostTensor tensor = left.remove(name);
            if (tensor == null) {
                missing.add(name);
            } else if (tensor.shape().equals(entry.getValue())) {
                matched.put(name, tensor);
            } else {
                boolean classes = keys.perClass(name) && differInClasses(tensor.shape(), entry.getValue());
                (classes ? replaced : misshapen).add(new Mismatch(name, tensor.shape(), entry.getValue()));
            }
        }
        SequencedMap<String, Integer> unused = new LinkedHashMap<>();
        List<String> unexpected = new ArrayList<>();
        for (String name : left.keySet()) {
            Optional<String> reason = keys.unused(name).or(() -> counter(name));
            reason.ifPresentOrElse(text -> unused.merge(text, 1, Integer::sum), () -> unexpected.add(name));
        }
        LoadReport report =
                new LoadReport(file.file(), matched.size(), replaced, unused, unexpected, missing, misshapen);
        return new MatchedWeights(new StateDict(matched), report);
    }

    private static Optional<String> counter(String name) {
        return name.endsWith(".num_batches_tracked") ? Optional.of(COUNTERS) : Optional.empty();
    }

    private static boolean differInClasses(Shape inFile, Shape inNetwork) {
        return inFile.rank() == inNetwork.rank()
                && inFile.rank() > 0
                && inFile.with(0, 1).equals(inNetwork.with(0, 1));
    }
}
