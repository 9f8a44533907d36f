package dev.ocellus.engine.data.image;

import java.io.IOException;

/** Header of a GIF (GIF89a specification): the size of its logical screen, which the first frame has to fit. */
final class GifHeader {
    private static final int SCREEN = 6;
    private static final int BLOCKS = 13;
    private static final int EXTENSION = 0x21;
    private static final int FRAME = 0x2C;

    private GifHeader() {}

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        int width = source.u16(SCREEN, true);
        int height = source.u16(SCREEN + 2, true);
        long frame = firstFrame(source);
        int right = source.u16(frame + 1, true) + source.u16(frame + 5, true);
        int bottom = source.u16(frame + 3, true) + source.u16(frame + 7, true);
        if (right > width || bottom > height) {
            throw ImageFault.damaged("its first frame, up to " + right + " x " + bottom
                    + " pixels, is larger than its screen of " + width + " x " + height);
        }
        return ImageHeader.of(ImageFormat.GIF, width, height, Exif.UPRIGHT, 8);
    }

    private static long firstFrame(ByteSource source) throws IOException, ImageFault {
        int flags = source.u8(SCREEN + 4);
        boolean globalColours = (flags & 0x80) != 0;
        long at = BLOCKS + (globalColours ? 3L << (flags & 7) + 1 : 0);
        while (source.u8(at) == EXTENSION) {
            at += 2;
            while (source.u8(at) != 0) {
                at += 1 + source.u8(at);
            }
            at++;
        }
        if (source.u8(at) != FRAME) {
            throw ImageFault.damaged("it holds no frame");
        }
        return at;
    }
}
