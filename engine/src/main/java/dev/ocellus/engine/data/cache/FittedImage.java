package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.image.RgbImage;

/**
 * An upright picture, reduced to what it takes of the network's input where it is larger.
 *
 * @param image its pixels
 * @param letterbox how the whole picture lies in the input
 */
public record FittedImage(RgbImage image, Letterbox letterbox) {

    /** Bytes of the pixels of a picture that lies in the input in some way. */
    static long bytes(Letterbox letterbox) {
        return letterbox.reduces()
                ? 3L * letterbox.width() * letterbox.height()
                : 3L * letterbox.sourceWidth() * letterbox.sourceHeight();
    }
}
