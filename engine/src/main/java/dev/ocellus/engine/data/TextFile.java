package dev.ocellus.engine.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads small text files of datasets: UTF-8, or UTF-16 where a byte order mark says so, with any line ends. */
final class TextFile {

    private TextFile() {}

    /**
     * The text; bytes that are no UTF-8 become replacement characters.
     *
     * @throws IOException if it cannot be read or has more than {@code limit} bytes
     */
    static String readLeniently(Path file, long limit) throws IOException {
        return decode(bytes(file, limit), CodingErrorAction.REPLACE);
    }

    /** As {@link #readLeniently}, but refuses bytes that are no text with a {@link CharacterCodingException}. */
    static String readStrictly(Path file, long limit) throws IOException {
        return decode(bytes(file, limit), CodingErrorAction.REPORT);
    }

    private static byte[] bytes(Path file, long limit) throws IOException {
        long size = Files.size(file);
        if (size > limit) {
            throw new IOException("it has " + size + " bytes, more than the limit of " + limit);
        }
        return Files.readAllBytes(file);
    }

    private static String decode(byte[] bytes, CodingErrorAction onError) throws CharacterCodingException {
        Charset charset = StandardCharsets.UTF_8;
        int mark = 0;
        if (starts(bytes, 0xEF, 0xBB, 0xBF)) {
            mark = 3;
        } else if (starts(bytes, 0xFF, 0xFE)) {
            charset = StandardCharsets.UTF_16LE;
            mark = 2;
        } else if (starts(bytes, 0xFE, 0xFF)) {
            charset = StandardCharsets.UTF_16BE;
            mark = 2;
        }
        return charset.newDecoder()
                .onMalformedInput(onError)
                .onUnmappableCharacter(onError)
                .decode(ByteBuffer.wrap(bytes, mark, bytes.length - mark))
                .toString();
    }

    private static boolean starts(byte[] bytes, int... with) {
        boolean same = bytes.length >= with.length;
        for (int i = 0; same && i < with.length; i++) {
            same = (bytes[i] & 0xFF) == with[i];
        }
        return same;
    }
}
