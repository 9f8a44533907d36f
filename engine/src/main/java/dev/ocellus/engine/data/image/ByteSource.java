package dev.ocellus.engine.data.image;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file at any position, read a window at a time, or of memory. A read beyond the end is a
 * {@linkplain ImageFault#damaged damage}. For one thread.
 */
final class ByteSource {
    private static final int WINDOW = 4096;

    private final @Nullable FileChannel channel;
    private final long size;
    private final ByteBuffer window;
    private long start;

    private ByteSource(@Nullable FileChannel channel, long size, ByteBuffer window) {
        this.channel = channel;
        this.size = size;
        this.window = window;
    }

    static ByteSource of(FileChannel channel) throws IOException {
        return new ByteSource(
                channel, channel.size(), ByteBuffer.allocate(WINDOW).limit(0));
    }

    static ByteSource of(MemorySegment bytes) {
        return new ByteSource(null, bytes.byteSize(), bytes.asByteBuffer());
    }

    long size() {
        return size;
    }

    /** The unsigned byte at a position. */
    int u8(long position) throws IOException, ImageFault {
        long at = position - start;
        if (at < 0 || at >= window.limit()) {
            refill(position);
            at = position - start;
        }
        return window.get((int) at) & 0xFF;
    }

    private void refill(long position) throws IOException, ImageFault {
        if (position < 0 || position >= size || channel == null) {
            throw ImageFault.damaged("it ends after " + size + " bytes, in the middle of its header");
        }
        window.clear();
        int read;
        do {
            read = channel.read(window, position + window.position());
        } while (read > 0 && window.hasRemaining());
        start = position;
        window.flip();
        if (!window.hasRemaining()) {
            throw ImageFault.damaged("it became shorter while it was read");
        }
    }

    int u16(long position, boolean littleEndian) throws IOException, ImageFault {
        int first = u8(position);
        int second = u8(position + 1);
        return littleEndian ? first | second << 8 : first << 8 | second;
    }

    long u32(long position, boolean littleEndian) throws IOException, ImageFault {
        long first = u16(position, littleEndian);
        long second = u16(position + 2, littleEndian);
        return littleEndian ? first | second << 16 : first << 16 | second;
    }

    /** Up to {@code length} bytes as Latin-1 text; fewer at the end of the file. */
    String text(long position, int length) throws IOException, ImageFault {
        byte[] bytes = new byte[Math.clamp(size - position, 0, length)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) u8(position + i);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Whether the bytes at a position are these characters (Latin-1). */
    boolean has(long position, String characters) throws IOException, ImageFault {
        return text(position, characters.length()).equals(characters);
    }
}
