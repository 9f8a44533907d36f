package dev.ocellus.engine.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Gives a folder of labelled images that has no validation part one: a fifth of its images, always the same ones. */
record HoldOut(LabelLocator labels, Path source, ProblemLog problems) {
    private static final double FRACTION = 0.2;

    void apply(Map<SplitName, List<ImageCandidate>> parts) {
        List<ImageCandidate> all = Objects.requireNonNull(parts.get(SplitName.TRAIN));
        int count = (int) Math.round(all.size() * FRACTION);
        if (count == 0 || all.stream().allMatch(c -> labels.find(c.image()) == null)) {
            return;
        }
        List<ImageCandidate> shuffled = new ArrayList<>(all);
        shuffled.sort(Comparator.comparingInt(this::scattered));
        Set<ImageCandidate> heldOut = new HashSet<>(shuffled.subList(0, count));
        parts.put(SplitName.VAL, all.stream().filter(heldOut::contains).toList());
        parts.put(
                SplitName.TRAIN, all.stream().filter(c -> !heldOut.contains(c)).toList());
        problems.warning(
                "split-held-out",
                source,
                0,
                "",
                "There is no validation part, so " + count + " of " + all.size() + " images are held out for it.",
                "Put images of their own into a folder val, or write a data.yaml.");
    }

    /** A hash of the name whose order is as good as shuffled: the bits that neighbours share are spread by mixing. */
    private int scattered(ImageCandidate candidate) {
        String name = source.relativize(candidate.image()).toString().replace('\\', '/');
        int hash = name.hashCode() * 0x9E3779B9;
        return (hash ^ hash >>> 15) * 0x85EBCA6B;
    }
}
