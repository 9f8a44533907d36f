package dev.ocellus.engine.data.image;

import java.io.IOException;

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
}
