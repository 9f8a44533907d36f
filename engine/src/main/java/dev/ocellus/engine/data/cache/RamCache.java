package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Keeps pictures in native memory: each is decoded the first time that it is asked for, whoever asks, and then read
 * where it lies. Where the memory does not suffice for all, those that were asked for first are kept and the others are
 * decoded each time.
 */
public final class RamCache implements ImageSource {

    private final DecodedImages images;
    private final Budget budget;
    private final Arena arena = Arena.ofShared();
    private final AtomicReferenceArray<FittedImage> kept;
    private final AtomicIntegerArray claimed;

    /** A cache that takes at most what is free now. */
    public RamCache(DecodedImages images, Consumer<Problem> problems) {
        this(images, FreeMemory.forCache(), problems);
    }

    /**
     * @param bytes most memory to take
     * @param problems hears of it once, before the first picture, if not all will be kept
     */
    RamCache(DecodedImages images, long bytes, Consumer<Problem> problems) {
        this.images = images;
        this.budget = new Budget(bytes);
        this.kept = new AtomicReferenceArray<>(images.size());
        this.claimed = new AtomicIntegerArray(images.size());
        long needed = images.bytes();
        if (needed > bytes) {
            problems.accept(new Problem(
                    Problem.Severity.WARNING,
                    "cache-exceeds-memory",
                    Objects.requireNonNull(images.file(0).toAbsolutePath().getParent()),
                    0,
                    Budget.text(needed),
                    "The decoded images take " + Budget.text(needed) + ", and " + Budget.text(bytes)
                            + " of memory may be used for them: about " + 100 * bytes / needed
                            + " % are kept, the others are decoded each time.",
                    "Use cache=disk, a smaller imgsz, or close other programs."));
        }
    }

    @Override
    public FittedImage get(int index, ImageBuffers buffers) {
        FittedImage image = kept.get(index);
        if (image != null) {
            return image;
        }
        FittedImage decoded = images.get(index, buffers);
        return claim(index, decoded.image().pixels().byteSize()) ? keep(index, decoded) : decoded;
    }

    /** Whether the caller is the one to keep a picture. */
    private boolean claim(int index, long bytes) {
        return claimed.compareAndSet(index, 0, 1) && budget.take(bytes);
    }

    private FittedImage keep(int index, FittedImage decoded) {
        RgbImage from = decoded.image();
        RgbImage to = new RgbImage(
                from.width(), from.height(), arena.allocate(from.pixels().byteSize(), 64));
        to.pixels().copyFrom(from.pixels());
        FittedImage image = new FittedImage(to, decoded.letterbox());
        kept.set(index, image);
        return image;
    }

    @Override
    public Path file(int index) {
        return images.file(index);
    }

    @Override
    public void close() {
        arena.close();
    }
}
