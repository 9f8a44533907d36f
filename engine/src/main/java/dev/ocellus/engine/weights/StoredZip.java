package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A zip archive in memory whose entries are stored as they are. Entries are found through the central directory, zip64
 * included; nothing is unpacked and no name ever becomes a path, so an archive cannot take more memory than its own
 * size. Compressed and encrypted entries are refused when they are asked for.
 *
 * <p>Source: PKWARE's .ZIP File Format Specification (APPNOTE 6.3).
 */
final class StoredZip {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int LOCAL = 0x04034b50;
    private static final int LOCAL_SIZE = 30;
    private static final int CENTRAL = 0x02014b50;
    private static final int CENTRAL_SIZE = 46;
    private static final int END = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int END64 = 0x06064b50;
    private static final int END64_SIZE = 56;
    private static final int LOCATOR = 0x07064b50;
    private static final int LOCATOR_SIZE = 20;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int ZIP64_FIELD = 1;

    /** A 32-bit field with this value has its real one in the zip64 record. */
    private static final long IN_ZIP64 = 0xFFFFFFFFL;

    private final Path file;
    private final MemorySegment bytes;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Where the central directory lies. */
    private record Directory(long offset, long size, long entries) {}

    /** One file of the archive. */
    final class Entry {
        private final String name;
        private final boolean plain;
        private final int crc;
        private final MemorySegment content;
        private boolean checked;

        private Entry(String name, boolean plain, int crc, MemorySegment content) {
            this.name = name;
            this.plain = plain;
            this.crc = crc;
            this.content = content;
        }

        /** Its size in bytes. */
        long size() {
            return content.byteSize();
        }

        /**
         * Its bytes, compared with their checksum the first time. A checksum of 0 means that the writer made none.
         *
         * @throws StudioException of kind MODEL if it is not stored, or damaged
         */
        MemorySegment content() {
            if (!plain) {
                throw BadFile.refuse(
                        file,
                        "holds " + name + " compressed or encrypted, which torch.save never does",
                        "Save it again with torch.save.");
            }
            if (!checked && crc != 0) {
                CRC32 actual = new CRC32();
                for (long at = 0; at < size(); at += 1 << 30) {
                    actual.update(
                            content.asSlice(at, Math.min(1 << 30, size() - at)).asByteBuffer());
                }
                if ((int) actual.getValue() != crc) {
                    throw BadFile.refuse(
                            file, "has other bytes in " + name + " than its checksum says", BadFile.DAMAGED);
                }
            }
            checked = true;
            return content;
        }
    }

    /** @throws StudioException of kind MODEL if the directory of the archive is not whole and well-formed */
    StoredZip(Path file, MemorySegment bytes) {
        this.file = file;
        this.bytes = bytes;
        Directory directory = directory(end());
        long at = directory.offset();
        for (long i = 0; i < directory.entries(); i++) {
            at = entry(at);
        }
        if (at != directory.offset() + directory.size()) {
            throw damaged("a directory of another length than it says");
        }
    }

    /** Names and entries in the order of the directory. */
    Map<String, Entry> entries() {
        return Collections.unmodifiableMap(entries);
    }

    /** The entry of that name, null if there is none. */
    @Nullable
    Entry get(String name) {
        return entries.get(name);
    }

    private long end() {
        long last = bytes.byteSize() - END_SIZE;
        for (long at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
            if (i32(at) == END && at + END_SIZE + u16(at + 20) == bytes.byteSize()) {
                return at;
            }
        }
        throw BadFile.refuse(file, "starts as a zip archive but does not end as one", BadFile.DAMAGED);
    }

    private Directory directory(long end) {
        Directory directory = new Directory(u32(end + 16), u32(end + 12), u16(end + 10));
        boolean zip64 = directory.offset() == IN_ZIP64 || directory.size() == IN_ZIP64 || directory.entries() == 0xFFFF;
        if (zip64 && end >= LOCATOR_SIZE && i32(end - LOCATOR_SIZE) == LOCATOR) {
            long at = i64(end - LOCATOR_SIZE + 8);
            require(at, END64_SIZE);
            if (i32(at) != END64) {
                throw damaged("no zip64 record where one is announced");
            }
            directory = new Directory(i64(at + 48), i64(at + 40), i64(at + 32));
        }
        require(directory.offset(), directory.size());
        if (directory.entries() < 0 || directory.entries() > directory.size() / CENTRAL_SIZE) {
            throw damaged(directory.entries() + " entries in a directory of " + directory.size() + " bytes");
        }
        return directory;
    }

    /** Adds the entry whose central header is at {@code at}; returns where the next one is. */
    private long entry(long at) {
        require(at, CENTRAL_SIZE);
        if (i32(at) != CENTRAL) {
            throw damaged("no directory entry where one belongs, at byte " + at);
        }
        int nameLength = u16(at + 28);
        int extraLength = u16(at + 30);
        long next = at + CENTRAL_SIZE + nameLength + extraLength + u16(at + 32);
        require(at, next - at);
        String name = new String(
                bytes.asSlice(at + CENTRAL_SIZE, nameLength).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        requireHarmless(name);
        long[] fields = {u32(at + 24), u32(at + 20), u32(at + 42)}; // size, packed size, offset: the order in zip64
        fromZip64(fields, at + CENTRAL_SIZE + nameLength, extraLength);
        boolean plain = u16(at + 10) == 0 && (u16(at + 8) & 1) == 0 && fields[0] == fields[1];
        require(fields[2], LOCAL_SIZE);
        if (i32(fields[2]) != LOCAL) {
            throw damaged("no entry " + name + " at byte " + fields[2]);
        }
        long start = fields[2] + LOCAL_SIZE + u16(fields[2] + 26) + u16(fields[2] + 28);
        require(start, fields[1]);
        Entry entry = new Entry(name, plain, i32(at + 16), bytes.asSlice(start, fields[1]));
        if (entries.put(name, entry) != null) {
            throw damaged("two entries named " + name);
        }
        return next;
    }

    private void fromZip64(long[] fields, long extra, int length) {
        for (long at = extra; at + 4 <= extra + length; at += 4 + u16(at + 2)) {
            if (u16(at) == ZIP64_FIELD) {
                long value = at + 4;
                for (int i = 0; i < fields.length; i++) {
                    if (fields[i] == IN_ZIP64) {
                        require(value, 8);
                        fields[i] = i64(value);
                        value += 8;
                    }
                }
            }
        }
    }

    private void requireHarmless(String name) {
        if (name.startsWith("/") || name.contains("\\") || ("/" + name + "/").contains("/../")) {
            throw BadFile.refuse(
                    file,
                    "holds an entry named \"" + name + "\", a path out of the archive",
                    "Do not use this file: no program that saves weights writes such names.");
        }
    }

    private void require(long offset, long size) {
        if (offset < 0 || size < 0 || offset > bytes.byteSize() - size) {
            throw damaged("an entry or directory that lies outside the file");
        }
    }

    private StudioException damaged(String what) {
        return BadFile.refuse(file, "is a zip archive with " + what, BadFile.DAMAGED);
    }

    private int u16(long at) {
        return bytes.get(SHORT, at) & 0xFFFF;
    }

    private int i32(long at) {
        return bytes.get(INT, at);
    }

    private long u32(long at) {
        return bytes.get(INT, at) & 0xFFFFFFFFL;
    }

    private long i64(long at) {
        return bytes.get(LONG, at);
    }
}
