package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.image.ImageDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;

/** Where decoded pictures are kept between epochs. */
public enum CacheMode {
    /** Nowhere. */
    OFF,
    /** In native memory. */
    RAM,
    /** In files. */
    DISK;

    private static final String FOLDER = ".ocellus-cache";

    /** The mode of a configuration's {@code cache}: {@code off}, {@code ram} or {@code disk}. */
    public static CacheMode of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /**
     * Opens the pictures of a list. Shared by all threads; the caller closes it after all loaders that use it.
     *
     * @param decoder shared by all who decode
     * @param root folder of the dataset; {@code disk} keeps its files in it, in {@code .ocellus-cache}, or in the user's
     *     own cache folder where the dataset's may not be written to
     * @param problems hears of what cannot be kept; called from any thread
     */
    public ImageSource open(
            List<ImageItem> items,
            ImageDecoder decoder,
            int inputWidth,
            int inputHeight,
            Path root,
            Consumer<Problem> problems) {
        DecodedImages images = new DecodedImages(items, decoder, inputWidth, inputHeight);
        return switch (this) {
            case OFF -> images;
            case RAM -> new RamCache(images, problems);
            case DISK -> new DiskCache(images, folder(root), problems);
        };
    }

    static Path folder(Path root) {
        Path inDataset = root.resolve(FOLDER);
        if (Writable.folder(Files.isDirectory(inDataset) ? inDataset : root)) {
            return inDataset;
        }
        UUID id = UUID.nameUUIDFromBytes(
                root.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8));
        return Path.of(System.getProperty("user.home"), ".cache", "ocellus", "images", id.toString());
    }
}
