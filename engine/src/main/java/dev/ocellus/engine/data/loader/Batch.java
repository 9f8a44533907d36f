package dev.ocellus.engine.data.loader;

import dev.ocellus.engine.data.augment.BoxList;
import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Images and targets of one step, in native memory that is reused: valid until the next batch is asked for. Read by one
 * thread.
 *
 * <p>Images are RGB bytes [N, H, W, 3]. Targets are float32 [N, T, 5]: class, x1, y1, x2, y2 in pixels of the input;
 * rows after the last box have class −1. The last images of a validation batch may be padding: gray, without boxes.
 */
public final class Batch {

    private static final long ALIGNMENT = 64;

    private final LoaderPlan plan;
    private final MemorySegment images;
    private final MemorySegment targets;
    private final int[] samples;
    private final int[] boxes;
    private final int[] leftOut;
    private final @Nullable Letterbox[] letterboxes;
    private int epoch;
    private int index;
    private long waitedNanos;
    private long number = -1;
    private int missing;

    Batch(LoaderPlan plan, Arena arena) {
        int size = plan.batchSize();
        this.plan = plan;
        this.images = arena.allocate(size * imageBytes(plan), ALIGNMENT);
        this.targets = arena.allocate(size * targetBytes(plan), ALIGNMENT);
        this.samples = new int[size];
        this.boxes = new int[size];
        this.leftOut = new int[size];
        this.letterboxes = new Letterbox[size];
    }

    private static long imageBytes(LoaderPlan plan) {
        return 3L * plan.inputHeight() * plan.inputWidth();
    }

    private static long targetBytes(LoaderPlan plan) {
        return (long) plan.maxTargets() * BoxList.STRIDE * Float.BYTES;
    }

    /** Images in the tensors, N. */
    public int size() {
        return samples.length;
    }

    /** Rows for boxes of an image, T. */
    public int maxTargets() {
        return plan.maxTargets();
    }

    /** All images, U8 [N, H, W, 3]. */
    public MemorySegment images() {
        return images;
    }

    /** All targets, F32 [N, T, 5]. */
    public MemorySegment targets() {
        return targets;
    }

    /** One image; shares the memory of the batch. */
    public RgbImage image(int i) {
        long bytes = imageBytes(plan);
        return new RgbImage(plan.inputWidth(), plan.inputHeight(), images.asSlice(i * bytes, bytes));
    }

    /** Rows of one image, F32 [T, 5]; shares the memory of the batch. */
    public MemorySegment targets(int i) {
        long bytes = targetBytes(plan);
        return targets.asSlice(i * bytes, bytes);
    }

    /**
     * Which picture of the split an image is, or the first one of a mosaic; −1 for padding and, in validation, for a
     * picture that cannot be read: such an image takes no part.
     */
    public int sample(int i) {
        return samples[i];
    }

    /** Images that take part. */
    public int count() {
        int count = 0;
        for (int sample : samples) {
            count += sample >= 0 ? 1 : 0;
        }
        return count;
    }

    /** Boxes of an image, in its first rows. */
    public int boxes(int i) {
        return boxes[i];
    }

    /** Boxes of the whole batch that found no row. */
    public int boxesLeftOut() {
        int sum = 0;
        for (int left : leftOut) {
            sum += left;
        }
        return sum;
    }

    /** How a picture lies in its image, to map predictions back to it; null where {@link #sample} is −1. */
    public @Nullable Letterbox letterbox(int i) {
        return letterboxes[i];
    }

    /** Epoch, from zero. */
    public int epoch() {
        return epoch;
    }

    /** Place in the epoch, from zero. */
    public int index() {
        return index;
    }

    /** Nanoseconds that the asking thread waited for this batch. */
    public long waitedNanos() {
        return waitedNanos;
    }

    void begin(long number, int epoch, int index) {
        this.number = number;
        this.epoch = epoch;
        this.index = index;
        missing = size();
    }

    void put(int i, int sample, @Nullable Letterbox letterbox, BoxList list) {
        samples[i] = letterbox == null ? -1 : sample;
        letterboxes[i] = letterbox;
        boxes[i] = list.writeTo(targets(i));
        leftOut[i] = list.size() - boxes[i];
    }

    /** Counts one image as made; tells whether it was the last. */
    boolean completed() {
        return --missing == 0;
    }

    boolean holds(long number) {
        return this.number == number && missing == 0;
    }

    Batch waited(long nanos) {
        waitedNanos = nanos;
        return this;
    }
}
