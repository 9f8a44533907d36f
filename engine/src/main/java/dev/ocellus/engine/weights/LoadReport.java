package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/**
 * What became of every tensor when weights were matched with a network. Names are the network's.
 *
 * @param file where the weights come from
 * @param loaded tensors that fit
 * @param replaced tensors that depend on the number of classes, which differs: they keep the values of a new network
 * @param unused tensors of the family that the network has no place for: reason and number
 * @param unexpected tensors of the file that the network does not know
 * @param missing tensors of the network that the file lacks
 * @param misshapen tensors whose shape differs for another reason than the classes
 */
public record LoadReport(
        Path file,
        int loaded,
        List<Mismatch> replaced,
        SequencedMap<String, Integer> unused,
        List<String> unexpected,
        List<String> missing,
        List<Mismatch> misshapen) {
    private static final int SHOWN = 5;

    /** A tensor that has one shape in the file and another in the network. */
    public record Mismatch(String name, Shape inFile, Shape inNetwork) {
        @Override
        public String toString() {
            return name + " " + inFile + " instead of " + inNetwork;
        }
    }

    /** Sentences for the log, one for each thing that a person should know. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %d tensors loaded.".formatted(file, loaded));
        if (!replaced.isEmpty()) {
            lines.add("%d classes in the file, %d here: the last class convolutions start anew (%s)."
                    .formatted(
                            replaced.getFirst().inFile().dim(0),
                            replaced.getFirst().inNetwork().dim(0),
                            some(replaced)));
        }
        unused.forEach((reason, count) -> lines.add("%d tensors left out: %s.".formatted(count, reason)));
        if (!unexpected.isEmpty()) {
            lines.add("%d tensors that this network does not know: %s.".formatted(unexpected.size(), some(unexpected)));
        }
        return lines;
    }

    /**
     * Makes sure that the network has got all its weights.
     *
     * @throws StudioException of kind MODEL if tensors are missing or of another shape
     */
    public void requireWhole() {
        if (missing.isEmpty() && misshapen.isEmpty()) {
            return;
        }
        List<String> faults = new ArrayList<>();
        if (!misshapen.isEmpty()) {
            faults.add("%d tensors have another shape: %s".formatted(misshapen.size(), some(misshapen)));
        }
        if (!missing.isEmpty()) {
            faults.add("%d of the network's tensors are missing: %s".formatted(missing.size(), some(missing)));
        }
        if (!unexpected.isEmpty()) {
            faults.add("%d are unknown to it: %s".formatted(unexpected.size(), some(unexpected)));
        }
        throw BadFile.refuse(
                file,
                "does not fit the network. " + String.join(". ", faults),
                "Choose the family and size of model that the weights were made for.");
    }

    private static String some(List<?> items) {
        String shown = String.join(
                ", ", items.stream().limit(SHOWN).map(String::valueOf).toList());
        String more = items.size() > SHOWN ? " and " + (items.size() - SHOWN) + " more" : "";
        return BadFile.printable(shown) + more;
    }
}
