package dev.ocellus.engine.data.loader;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.augment.SampleSource;
import dev.ocellus.engine.data.cache.ImageSource;
import dev.ocellus.engine.data.image.UnreadableImageException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The pictures of a part of a dataset with their labels, as the loader reads them. Shared by all of its threads. A
 * picture that turns out to be unreadable is named once and then counted.
 */
public final class Split {

    private final String name;
    private final List<ImageItem> items;
    private final ImageSource images;
    private final Consumer<Problem> problems;
    private final Set<Integer> unreadable = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean overfull = new AtomicBoolean();

    /**
     * @param name what to call it in a message
     * @param items what is in it
     * @param images the pixels of the same items; stays the caller's, to be closed after the loader
     * @param problems hears of pictures that cannot be read and of boxes without room; called from any thread
     * @throws StudioException if there is no item
     */
    public Split(String name, List<ImageItem> items, ImageSource images, Consumer<Problem> problems) {
        if (items.isEmpty()) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "The part " + name + " of the dataset has no usable image.",
                    "Put images into it, or correct its path in the data.yaml.");
        }
        this.name = name;
        this.items = List.copyOf(items);
        this.images = images;
        this.problems = problems;
    }

    /** Number of pictures. */
    public int size() {
        return items.size();
    }

    /** A picture's file and labels. */
    public ImageItem item(int index) {
        return items.get(index);
    }

    /** Most boxes of one picture. */
    public int mostBoxes() {
        return items.stream().mapToInt(item -> item.boxes().size()).max().orElse(0);
    }

    /** Pictures that turned out to be unreadable so far. */
    public int unreadable() {
        return unreadable.size();
    }

    /** Reads for training: the next readable picture takes the place of one that is not. For one thread. */
    SampleSource replacing(int inputWidth, int inputHeight) {
        return new SplitReader(this, true, inputWidth, inputHeight);
    }

    /** Reads for validation: nothing takes the place of an unreadable picture. For one thread. */
    SampleSource exact(int inputWidth, int inputHeight) {
        return new SplitReader(this, false, inputWidth, inputHeight);
    }

    ImageSource images() {
        return images;
    }

    void report(Problem problem) {
        problems.accept(problem);
    }

    boolean knownUnreadable(int index) {
        return unreadable.contains(index);
    }

    /** Takes note of a picture that cannot be read. */
    void unreadable(int index, UnreadableImageException why) {
        if (unreadable.add(index)) {
            report(new Problem(
                    Problem.Severity.ERROR,
                    "unreadable-image",
                    item(index).image(),
                    0,
                    "",
                    String.valueOf(why.getMessage()),
                    why.cure()));
        }
    }

    /** Says once that the targets have too few rows. */
    void leftOut(int index, int boxes, int rows) {
        if (!overfull.getAndSet(true)) {
            report(new Problem(
                    Problem.Severity.WARNING,
                    "boxes-left-out",
                    item(index).image(),
                    0,
                    Integer.toString(boxes),
                    "A training image shows " + boxes + " boxes, and there is room for " + rows
                            + ": the others are left out, in this image and wherever there are too many.",
                    "Raise max_labels."));
        }
    }

    /** The fault when there is no readable picture at all. */
    StudioException allUnreadable() {
        return new StudioException(
                StudioException.Kind.DATA,
                "None of the " + size() + " images of the part " + name + " can be read, for example " + item(0).image()
                        + ".",
                "Check that the files are there and that they are images.");
    }
}
