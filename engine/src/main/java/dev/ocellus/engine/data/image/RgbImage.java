package dev.ocellus.engine.data.image;

import java.lang.foreign.MemorySegment;

/**
 * Pixels of an upright picture: RGB, one byte a channel, {@code height} rows of {@code 3 * width} bytes without gaps.
 * The memory belongs to whoever gave the allocator.
 *
 * @param width pixels in a row
 * @param height rows
 * @param pixels {@code 3 * width * height} bytes
 */
public record RgbImage(int width, int height, MemorySegment pixels) {

    /** Refuses memory of another size. */
    public RgbImage {
        if (pixels.byteSize() != 3L * width * height) {
            throw new IllegalArgumentException(
                    "an RGB image of " + width + " x " + height + " does not have " + pixels.byteSize() + " bytes");
        }
    }
}
