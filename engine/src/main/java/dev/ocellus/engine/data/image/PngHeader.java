package dev.ocellus.engine.data.image;

import java.io.IOException;

/** Header of a PNG (ISO/IEC 15948): size and depth, the orientation of an eXIf chunk, and whether all chunks are there. */
final class PngHeader {
    private static final int FIRST_CHUNK = 8;

    private PngHeader() {}

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        if (!source.has(FIRST_CHUNK + 4, "IHDR")) {
            throw ImageFault.damaged("its first chunk is not IHDR");
        }
        int orientation = Exif.UPRIGHT;
        long at = FIRST_CHUNK;
        while (!source.has(at + 4, "IEND")) {
            if (source.has(at + 4, "eXIf")) {
                orientation = Exif.orientation(source, at + 8);
            }
            at += 12 + (at + 8 <= source.size() ? source.u32(at, false) : 0);
            if (at + 12 > source.size()) {
                throw ImageFault.damaged("it is cut off, after " + source.size() + " bytes and before its end chunk");
            }
        }
        return ImageHeader.of(
                ImageFormat.PNG, source.u32(16, false), source.u32(20, false), orientation, source.u8(24));
    }
}
