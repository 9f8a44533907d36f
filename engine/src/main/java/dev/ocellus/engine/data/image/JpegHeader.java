package dev.ocellus.engine.data.image;

import java.io.IOException;

/**
 * Header of a JPEG (ITU-T T.81, annex B): the size from the frame header, the orientation from the EXIF segment, and
 * whether the file reaches its end marker. A decoder fills what is missing of a cut file with gray and says nothing, so
 * the end is looked for here.
 */
final class JpegHeader {
    private static final int START_OF_SCAN = 0xDA;
    private static final int END_OF_IMAGE = 0xD9;
    private static final int APP1 = 0xE1;
    private static final int APP14 = 0xEE;
    private static final String EXIF = "Exif\0\0";

    private final ByteSource source;
    private long at = 2;
    private int orientation = Exif.UPRIGHT;
    private boolean adobe;

    private JpegHeader(ByteSource source) {
        this.source = source;
    }

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        return new JpegHeader(source).read();
    }

    private ImageHeader read() throws IOException, ImageFault {
        int marker = nextMarker();
        while (!startsFrame(marker)) {
            if (marker == START_OF_SCAN || marker == END_OF_IMAGE) {
                throw ImageFault.damaged("its size is missing");
            }
            if (marker == APP1 && source.has(at + 2, EXIF) && orientation == Exif.UPRIGHT) {
                orientation = Exif.orientation(source, at + 2 + EXIF.length());
            }
            adobe |= marker == APP14 && source.has(at + 2, "Adobe");
            skipSegment(marker);
            marker = nextMarker();
        }
        if (source.u8(at + 7) == 4 && !adobe) {
            throw ImageFault.unsupported("a CMYK JPEG that does not say, by an Adobe marker, how its inks are stored");
        }
        int bits = source.u8(at + 2);
        if (bits != 8) {
            throw ImageFault.unsupported("a JPEG of " + bits + " bits a channel");
        }
        ImageHeader header = ImageHeader.of(
                ImageFormat.JPEG, source.u16(at + 5, false), source.u16(at + 3, false), orientation, bits);
        if (!source.has(source.size() - 2, "\u00FF\u00D9")) {
            skipSegment(marker);
            findEnd();
        }
        return header;
    }

    /** Frame headers are 0xC0 to 0xCF, but for those that define tables. */
    private static boolean startsFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }

    /** Moves behind the next marker and returns it; stray and fill bytes before it are passed over, as decoders do. */
    private int nextMarker() throws IOException, ImageFault {
        int marker = 0;
        while (marker == 0 || marker == 0xFF) {
            while (source.u8(at) != 0xFF) {
                at++;
            }
            marker = source.u8(at + 1);
            at += marker == 0xFF ? 1 : 2;
        }
        return marker;
    }

    private void skipSegment(int marker) throws IOException, ImageFault {
        boolean bare = marker >= 0xD0 && marker <= 0xD8 || marker == 0x01;
        if (!bare) {
            at += Math.max(2, source.u16(at, false));
        }
    }

    /** Inside compressed data 0xFF is followed by 0 and restarts are bare, so the same walk leads to the end. */
    private void findEnd() throws IOException, ImageFault {
        try {
            int marker = nextMarker();
            while (marker != END_OF_IMAGE) {
                skipSegment(marker);
                marker = nextMarker();
            }
        } catch (ImageFault _) {
            throw ImageFault.damaged("it is cut off, after " + source.size() + " bytes and before its end marker");
        }
    }
}
