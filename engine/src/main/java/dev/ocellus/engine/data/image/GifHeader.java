package dev.ocellus.engine.data.image;

import java.io.IOException;

/** Header of a GIF (GIF89a specification): the size of its logical screen. */
final class GifHeader {
    private GifHeader() {}

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        return ImageHeader.of(ImageFormat.GIF, source.u16(6, true), source.u16(8, true), Exif.UPRIGHT, 8);
    }
}
