package dev.ocellus.engine.train;

import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.ImageItem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells two states of a dataset apart: SHA-256 over the class names and, for each image in order, its part, path within
 * the dataset, size and boxes. Pixels do not count, so that it costs no reading.
 */
final class DatasetFingerprint {
    private DatasetFingerprint() {}

    static String of(Dataset dataset) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        update(digest, String.join("\n", dataset.classNames()));
        dataset.splits().forEach((part, items) -> {
            update(digest, part.name());
            items.forEach(item -> update(digest, describe(dataset, item)));
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String describe(Dataset dataset, ImageItem item) {
        StringBuilder text = new StringBuilder();
        boolean inside = item.image().startsWith(dataset.root());
        text.append(inside ? dataset.root().relativize(item.image()) : item.image());
        text.append(' ').append(item.width()).append(' ').append(item.height());
        for (Box box : item.boxes()) {
            text.append(' ').append(box);
        }
        return text.toString();
    }

    private static void update(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
    }
}
