package dev.ocellus.engine.data.image;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Header of a TIFF's first page (TIFF 6.0). */
final class TiffHeader {
    private static final int WIDTH = 256;
    private static final int HEIGHT = 257;
    private static final int BITS_PER_SAMPLE = 258;
    private static final int ORIENTATION = 274;
    private static final int SAMPLE_FORMAT = 339;
    private static final int UNSIGNED = 1;

    private TiffHeader() {}

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        TiffDirectory page = TiffDirectory.first(source, 0);
        long bits = page.value(BITS_PER_SAMPLE, 1);
        long sampleFormat = page.value(SAMPLE_FORMAT, UNSIGNED);
        if (bits > 16 || sampleFormat != UNSIGNED) {
            String kind = sampleFormat == 3 ? " floating-point" : sampleFormat == 2 ? " signed" : "";
            throw ImageFault.unsupported("a TIFF of " + bits + "-bit" + kind + " samples");
        }
        return ImageHeader.of(
                ImageFormat.TIFF,
                page.value(WIDTH, 0),
                page.value(HEIGHT, 0),
                Exif.legal(page.value(ORIENTATION, Exif.UPRIGHT)),
                (int) bits);
    }

    /** Overwrites the orientation in the bytes of a TIFF. */
    static void setUpright(MemorySegment bytes) throws IOException, ImageFault {
        ByteSource source = ByteSource.of(bytes);
        long at = TiffDirectory.first(source, 0).position(ORIENTATION);
        if (at > 0) {
            boolean little = source.has(0, "II");
            bytes.set(ValueLayout.JAVA_BYTE, little ? at : at + 1, (byte) Exif.UPRIGHT);
            bytes.set(ValueLayout.JAVA_BYTE, little ? at + 1 : at, (byte) 0);
        }
    }
}
