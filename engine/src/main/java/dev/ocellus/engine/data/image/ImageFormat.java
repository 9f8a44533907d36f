package dev.ocellus.engine.data.image;

import dev.ocellus.engine.data.image.UnreadableImageException.Reason;
import java.io.IOException;

/** The image formats that are read. Told by the first bytes, never by a file's name. */
public enum ImageFormat {
    /** JPEG: baseline, progressive, arithmetic; gray, YCbCr, RGB, CMYK, YCCK. */
    JPEG(JpegHeader::read),
    /** PNG, of an animated one the first frame. */
    PNG(PngHeader::read),
    /** GIF, of an animated one the first frame. */
    GIF(GifHeader::read),
    /** Windows bitmap. */
    BMP(BmpHeader::read),
    /** WebP, of an animated one the first frame. */
    WEBP(WebpHeader::read),
    /** TIFF, the first page. */
    TIFF(TiffHeader::read),
    /** PBM, PGM and PPM. */
    NETPBM(NetpbmHeader::read);

    @FunctionalInterface
    private interface Reader {
        ImageHeader read(ByteSource source) throws IOException, ImageFault;
    }

    private final Reader reader;

    ImageFormat(Reader reader) {
        this.reader = reader;
    }

    ImageHeader header(ByteSource source) throws IOException, ImageFault {
        return reader.read(source);
    }

    static ImageFormat of(ByteSource source) throws IOException, ImageFault {
        if (source.size() == 0) {
            throw new ImageFault(Reason.EMPTY, "is empty, 0 bytes");
        }
        String start = source.text(0, 16);
        if (start.startsWith("\u00FF\u00D8\u00FF")) {
            return JPEG;
        }
        if (start.startsWith("\u0089PNG\r\n\u001A\n")) {
            return PNG;
        }
        if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) {
            return GIF;
        }
        if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) {
            return WEBP;
        }
        if (start.startsWith("II*\0") || start.startsWith("MM\0*")) {
            return TIFF;
        }
        if (start.matches("(?s)P[1-6]\\s.*")) {
            return NETPBM;
        }
        if (start.startsWith("BM") && start.startsWith("\0\0\0\0", 6)) {
            return BMP;
        }
        throw OtherContent.name(source);
    }
}
