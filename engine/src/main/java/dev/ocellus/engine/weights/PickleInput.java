package dev.ocellus.engine.weights;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The bytes of a pickle, read in order. Nothing is allocated for a length that the bytes do not bear out. */
final class PickleInput {
    private static final int LONGEST_LINE = 512;

    private final Path file;
    private final ByteBuffer bytes;

    PickleInput(Path file, ByteBuffer bytes) {
        this.file = file;
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Index of the next byte. */
    int position() {
        return bytes.position();
    }

    int u8() {
        return need(1).get() & 0xFF;
    }

    int u16() {
        return need(2).getShort() & 0xFFFF;
    }

    int i32() {
        return need(4).getInt();
    }

    long i64() {
        return need(8).getLong();
    }

    /** Floating-point numbers are the one thing in a pickle that is big endian. */
    double f64() {
        return Double.longBitsToDouble(Long.reverseBytes(i64()));
    }

    byte[] take(long length) {
        need(length);
        byte[] taken = new byte[(int) length];
        bytes.get(taken);
        return taken;
    }

    String text(long length) {
        return new String(take(length), StandardCharsets.UTF_8);
    }

    /** The text up to the next line feed, which is skipped. */
    String line() {
        StringBuilder line = new StringBuilder();
        for (int c = u8(); c != '\n'; c = u8()) {
            if (line.length() == LONGEST_LINE) {
                throw BadFile.refuse(file, "holds a name of more than " + LONGEST_LINE + " letters", BadFile.DAMAGED);
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private ByteBuffer need(long length) {
        if (length < 0 || length > bytes.remaining()) {
            throw BadFile.refuse(
                    file, "has a data.pkl that ends in the middle, at byte " + bytes.position(), BadFile.DAMAGED);
        }
        return bytes;
    }
}
