package dev.ocellus.engine.data.image;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The first image file directory of a TIFF structure (TIFF 6.0, section 2): tag → first value, for the whole-number
 * types BYTE, SHORT and LONG. EXIF data is such a structure too.
 */
final class TiffDirectory {
    private static final int BYTE = 1;
    private static final int SHORT = 3;
    private static final int LONG = 4;
    private static final int ENTRY = 12;

    private final Map<Integer, Long> values = new HashMap<>();
    private final Map<Integer, Long> positions = new HashMap<>();

    private TiffDirectory() {}

    /** @param base where the structure starts; offsets in it count from there */
    static TiffDirectory first(ByteSource source, long base) throws IOException, ImageFault {
        boolean little = source.has(base, "II");
        if (!little && !source.has(base, "MM")) {
            throw ImageFault.damaged("its TIFF structure has no byte order");
        }
        TiffDirectory directory = new TiffDirectory();
        long at = base + source.u32(base + 4, little);
        int entries = source.u16(at, little);
        for (int i = 0; i < entries; i++) {
            directory.add(source, base, at + 2 + (long) i * ENTRY, little);
        }
        return directory;
    }

    private void add(ByteSource source, long base, long entry, boolean little) throws IOException, ImageFault {
        int type = source.u16(entry + 2, little);
        int bytes = switch (type) {
            case BYTE -> 1;
            case SHORT -> 2;
            case LONG -> 4;
            default -> 0;
        };
        if (bytes == 0) {
            return;
        }
        long count = source.u32(entry + 4, little);
        long at = count * bytes <= 4 ? entry + 8 : base + source.u32(entry + 8, little);
        long value = switch (bytes) {
            case 1 -> source.u8(at);
            case 2 -> source.u16(at, little);
            default -> source.u32(at, little);
        };
        int tag = source.u16(entry, little);
        values.putIfAbsent(tag, value);
        positions.putIfAbsent(tag, at);
    }

    long value(int tag, long absent) {
        return values.getOrDefault(tag, absent);
    }

    /** Where the value of a tag is in the source; −1 where there is none. */
    long position(int tag) {
        return positions.getOrDefault(tag, -1L);
    }
}
