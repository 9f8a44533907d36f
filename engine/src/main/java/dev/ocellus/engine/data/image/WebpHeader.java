package dev.ocellus.engine.data.image;

import java.io.IOException;

/** Header of a WebP (RFC 9649): lossy, lossless or extended, with the orientation of an EXIF chunk. */
final class WebpHeader {
    private static final int FIRST_CHUNK = 12;

    private WebpHeader() {}

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        long end = 8 + source.u32(4, true);
        if (end > source.size()) {
            throw ImageFault.damaged("it is cut off, after " + source.size() + " of " + end + " bytes");
        }
        return switch (source.text(FIRST_CHUNK, 4)) {
            case "VP8 " -> header(source.u16(26, true) & 0x3FFF, source.u16(28, true) & 0x3FFF, Exif.UPRIGHT);
            case "VP8L" -> {
                long sizes = source.u32(21, true);
                yield header((sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1, Exif.UPRIGHT);
            }
            case "VP8X" -> header(u24(source, 24) + 1, u24(source, 27) + 1, orientation(source, end));
            default -> throw ImageFault.damaged("its first chunk is unknown");
        };
    }

    private static ImageHeader header(long width, long height, int orientation) throws ImageFault {
        return ImageHeader.of(ImageFormat.WEBP, width, height, orientation, 8);
    }

    private static long u24(ByteSource source, long at) throws IOException, ImageFault {
        return source.u16(at, true) | (long) source.u8(at + 2) << 16;
    }

    private static int orientation(ByteSource source, long end) throws IOException, ImageFault {
        for (long at = FIRST_CHUNK; at + 8 < end; at += 8 + (source.u32(at + 4, true) + 1) / 2 * 2) {
            if (source.has(at, "EXIF")) {
                // Some writers put the marker of JPEG's EXIF segment in front.
                boolean marked = source.has(at + 8, "Exif\0\0");
                return Exif.orientation(source, at + (marked ? 14 : 8));
            }
        }
        return Exif.UPRIGHT;
    }
}
