package dev.ocellus.engine.data.image;

import java.io.IOException;

/** Header of a PBM, PGM or PPM, plain or binary: whole numbers between blanks and comments. */
final class NetpbmHeader {
    private final ByteSource source;
    private long at = 2;

    private NetpbmHeader(ByteSource source) {
        this.source = source;
    }

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        return new NetpbmHeader(source).read();
    }

    private ImageHeader read() throws IOException, ImageFault {
        char kind = (char) source.u8(1);
        long width = number();
        long height = number();
        boolean bitmap = kind == '1' || kind == '4';
        long most = bitmap ? 1 : number();
        if (most > 255 && most != 65_535) {
            throw ImageFault.unsupported("a Netpbm picture with values up to " + most);
        }
        return ImageHeader.of(ImageFormat.NETPBM, width, height, Exif.UPRIGHT, most > 255 ? 16 : 8);
    }

    private long number() throws IOException, ImageFault {
        int c = source.u8(at);
        while (c == '#' || Character.isWhitespace(c)) {
            if (c == '#') {
                while (source.u8(at) != '\n') {
                    at++;
                }
            }
            c = source.u8(++at);
        }
        long value = 0;
        for (; c >= '0' && c <= '9'; c = source.u8(++at)) {
            value = Math.min(value * 10 + c - '0', Integer.MAX_VALUE + 1L);
        }
        return value;
    }
}
