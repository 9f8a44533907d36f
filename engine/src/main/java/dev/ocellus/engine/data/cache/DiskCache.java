package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.augment.Letterbox;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Keeps decoded pictures in files of one folder. A file is used as long as its picture has the size and the time of
 * change that it had, and its own content is whole. Where the folder cannot be written to, or the disk gets full,
 * pictures are decoded each time, which is said once.
 */
public final class DiskCache implements ImageSource {

    /** Free space that is left alone. */
    private static final long RESERVE = 1L << 30;

    private final DecodedImages images;
    private final Path folder;
    private final Budget budget;
    private final Consumer<Problem> problems;
    private final AtomicBoolean writable = new AtomicBoolean(true);

    /** A cache that leaves 1 GiB of the disk free. */
    public DiskCache(DecodedImages images, Path folder, Consumer<Problem> problems) {
        this(images, folder, usable(folder) - RESERVE, problems);
    }

    /**
     * @param folder is created; files of several lists and input sizes may share it
     * @param bytes most space to take anew
     * @param problems hears of it once, if not all can be kept
     */
    DiskCache(DecodedImages images, Path folder, long bytes, Consumer<Problem> problems) {
        this.images = images;
        this.folder = folder;
        this.budget = new Budget(Math.max(0, bytes));
        this.problems = problems;
        try {
            Files.createDirectories(folder);
            if (!Writable.folder(folder)) {
                stopWriting("it may not be written to");
            }
        } catch (IOException e) {
            stopWriting(e.toString());
        }
    }

    private static long usable(Path folder) {
        for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                try {
                    return Files.getFileStore(at).getUsableSpace();
                } catch (IOException e) {
                    return 0;
                }
            }
        }
        return 0;
    }

    @Override
    public FittedImage get(int index, ImageBuffers buffers) {
        Path picture = images.file(index);
        Letterbox expected = images.letterbox(index);
        Path file = folder.resolve(StoredImage.name(picture, expected));
        FittedImage stored = StoredImage.read(file, picture, expected, buffers.fitted());
        if (stored != null) {
            return stored;
        }
        FittedImage decoded = images.get(index, buffers);
        if (writable.get() && decoded.letterbox().equals(expected)) {
            write(file, picture, decoded);
        }
        return decoded;
    }

    private void write(Path file, Path picture, FittedImage image) {
        if (!budget.take(image.image().pixels().byteSize())) {
            stopWriting("the disk is nearly full");
            return;
        }
        try {
            StoredImage.write(file, picture, image);
        } catch (ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            stopWriting(e.toString());
        }
    }

    private void stopWriting(String why) {
        if (writable.getAndSet(false)) {
            problems.accept(new Problem(
                    Problem.Severity.WARNING,
                    "cache-not-written",
                    folder,
                    0,
                    "",
                    "No more decoded images are kept in " + folder + ": " + why
                            + ". Images that are not there yet are decoded each time.",
                    "Make the folder writable, free some space, or use cache=ram."));
        }
    }

    @Override
    public Path file(int index) {
        return images.file(index);
    }

    @Override
    public void close() {}
}
