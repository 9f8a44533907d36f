package dev.ocellus.engine.data.image;

import java.io.IOException;

/**
 * The one EXIF tag that matters for pixels: the orientation (EXIF 2.32, tag 0x0112). 1 upright, 2 mirrored, 3 turned by
 * 180°, 4 mirrored upside down, 5 transposed, 6 to be turned right by 90°, 7 transposed across the other diagonal, 8 to
 * be turned left by 90°.
 */
final class Exif {
    static final int UPRIGHT = 1;
    private static final int ORIENTATION_TAG = 0x0112;

    private Exif() {}

    /**
     * Orientation in the TIFF structure at {@code base}. Broken EXIF data is common in sound pictures, so whatever is
     * wrong with it means upright.
     */
    static int orientation(ByteSource source, long base) throws IOException {
        try {
            TiffDirectory directory = TiffDirectory.first(source, base);
            return legal(directory.value(ORIENTATION_TAG, UPRIGHT));
        } catch (ImageFault _) {
            return UPRIGHT;
        }
    }

    /** The orientation, or upright for a value that is none. */
    static int legal(long orientation) {
        return orientation >= 1 && orientation <= 8 ? (int) orientation : UPRIGHT;
    }
}
