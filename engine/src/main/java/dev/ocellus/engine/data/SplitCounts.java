package dev.ocellus.engine.data;

import java.util.Arrays;
import java.util.List;

/**
 * What was found in one part of a dataset; everything found is either usable or refused. Immutable.
 *
 * @param found images found in the folders or lists
 * @param usable images that take part
 * @param refused images that cannot be read, each named by a {@link Problem}
 * @param background usable images without a box
 * @param unlabelled usable images without a label file; they are background too
 * @param boxes boxes of usable images
 * @param refusedRows rows of label files that were left out, each counted by a {@link Problem}
 * @param boxesByClass boxes of each class, by class index
 */
public record SplitCounts(
        int found,
        int usable,
        int refused,
        int background,
        int unlabelled,
        long boxes,
        long refusedRows,
        List<Long> boxesByClass) {

    /** Refuses counts that do not add up. */
    public SplitCounts {
        boxesByClass = List.copyOf(boxesByClass);
        if (found != usable + refused || background > usable || unlabelled > background) {
            throw new IllegalArgumentException("counts do not add up: " + found + " found, " + usable + " usable, "
                    + refused + " refused, " + background + " background, " + unlabelled + " unlabelled");
        }
    }

    /** Counts usable images; what else was found was refused. */
    static SplitCounts of(int found, List<ImageItem> usable, long refusedRows, int classes) {
        Long[] boxesByClass = new Long[classes];
        Arrays.fill(boxesByClass, 0L);
        usable.forEach(item -> item.boxes().forEach(box -> boxesByClass[box.cls()]++));
        return new SplitCounts(
                found,
                usable.size(),
                found - usable.size(),
                (int) usable.stream().filter(ImageItem::background).count(),
                (int) usable.stream().filter(item -> item.label() == null).count(),
                usable.stream().mapToLong(item -> item.boxes().size()).sum(),
                refusedRows,
                List.of(boxesByClass));
    }
}
