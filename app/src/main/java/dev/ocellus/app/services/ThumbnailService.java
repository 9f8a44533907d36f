package dev.ocellus.app.services;

import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Decodes small pictures in the background and keeps the latest. Used on the window's thread. */
public final class ThumbnailService {

    private static final long MOST_PIXELS = 24_000_000;

    private record Key(Path image, int side) {}

    private final Tasks tasks;
    private final SharedDecoder decoder;
    private final Map<Key, Thumbnail> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long keptPixels;

    public ThumbnailService(Tasks tasks, SharedDecoder decoder) {
        this.tasks = tasks;
        this.decoder = decoder;
    }

    /**
     * Gives the picture at once if it is known, otherwise later; a picture that nobody waits for any more can be
     * cancelled. What cannot be decoded never comes: the dataset's problems name it.
     */
    public Tasks.Ticket load(Path image, int side, Consumer<Thumbnail> done) {
        Key key = new Key(image, side);
        Thumbnail known = kept.get(key);
        if (known != null) {
            done.accept(known);
            return Tasks.Ticket.DONE;
        }
        return tasks.run(
                () -> decode(key),
                thumbnail -> {
                    keep(key, thumbnail);
                    done.accept(thumbnail);
                },
                fault -> {});
    }

    private Thumbnail decode(Key key) {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage image = decoder.get().thumbnail(key.image(), key.side(), arena);
            MemorySegment rgb = image.pixels();
            int[] pixels = new int[image.width() * image.height()];
            for (int i = 0; i < pixels.length; i++) {
                int red = rgb.get(ValueLayout.JAVA_BYTE, 3L * i) & 0xFF;
                int green = rgb.get(ValueLayout.JAVA_BYTE, 3L * i + 1) & 0xFF;
                int blue = rgb.get(ValueLayout.JAVA_BYTE, 3L * i + 2) & 0xFF;
                pixels[i] = 0xFF000000 | red << 16 | green << 8 | blue;
            }
            return new Thumbnail(image.width(), image.height(), pixels);
        }
    }

    private void keep(Key key, Thumbnail thumbnail) {
        if (kept.put(key, thumbnail) == null) {
            keptPixels += thumbnail.pixels().length;
        }
        var oldest = kept.entrySet().iterator();
        while (keptPixels > MOST_PIXELS && oldest.hasNext()) {
            keptPixels -= oldest.next().getValue().pixels().length;
            oldest.remove();
        }
    }
}
