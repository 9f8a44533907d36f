package dev.ocellus.engine.train;

import dev.ocellus.engine.models.Model;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums of an epoch's losses, batch by batch; kept in checkpoints so that a continued epoch reports its true mean. Used by
 * the thread that trains.
 */
public final class EpochTally {
    private final List<String> names;
    private final double[] sums;

    /** An empty tally for the losses of a model. */
    public EpochTally(Model model) {
        names = model.lossNames();
        sums = new double[names.size() + 2];
    }

    /** Adds a batch. */
    void add(float loss, float[] parts) {
        sums[0]++;
        sums[1] += loss;
        for (int i = 0; i < parts.length; i++) {
            sums[2 + i] += parts[i];
        }
    }

    /** Forgets all batches. */
    void clear() {
        Arrays.fill(sums, 0);
    }

    /** Mean total loss; not a number before the first batch. */
    double loss() {
        return sums[1] / sums[0];
    }

    /** Mean of each part. */
    Map<String, Double> parts() {
        Map<String, Double> parts = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            parts.put(names.get(i), sums[2 + i] / sums[0]);
        }
        return parts;
    }

    /** What a checkpoint keeps: number of batches, then the sums. */
    List<Double> saved() {
        return Arrays.stream(sums).boxed().toList();
    }

    /** Continues from what a checkpoint kept. */
    void restore(List<Double> saved) {
        for (int i = 0; i < Math.min(saved.size(), sums.length); i++) {
            sums[i] = saved.get(i);
        }
    }
}
