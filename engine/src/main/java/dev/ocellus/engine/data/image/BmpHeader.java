package dev.ocellus.engine.data.image;

import java.io.IOException;

/** Header of a Windows bitmap: core header of 12 bytes, or one of 40 bytes and more. */
final class BmpHeader {
    private static final int INFO = 14;
    private static final int CORE_SIZE = 12;

    private BmpHeader() {}

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        boolean core = source.u32(INFO, true) == CORE_SIZE;
        long width = core ? source.u16(INFO + 4, true) : source.u32(INFO + 4, true);
        // A negative height means that the rows run from top to bottom.
        long height = core ? source.u16(INFO + 6, true) : Math.abs((int) source.u32(INFO + 8, true));
        int bits = source.u16(core ? INFO + 10 : INFO + 14, true);
        boolean compressed = !core && source.u32(INFO + 16, true) != 0;
        ImageHeader header = ImageHeader.of(ImageFormat.BMP, width, height, Exif.UPRIGHT, 8);
        long rowBytes = (width * bits + 31) / 32 * 4;
        long expected = source.u32(10, true) + rowBytes * height;
        if (!compressed && expected > source.size()) {
            throw ImageFault.damaged("it is cut off, after " + source.size() + " of " + expected + " bytes");
        }
        return header;
    }
}
