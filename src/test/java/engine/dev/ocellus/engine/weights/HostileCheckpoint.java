package dev.ocellus.engine.weights;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds checkpoints of any content: pickles instruction by instruction, archives entry by entry. */
final class HostileCheckpoint {
    private final ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    private final ByteArrayOutputStream archive = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(archive);

    HostileCheckpoint() {
        code(0x80, 2);
    }

    /** Raw instructions and arguments. */
    HostileCheckpoint code(int... bytes) {
        for (int b : bytes) {
            pickle.write(b);
        }
        return this;
    }

    HostileCheckpoint text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        code('X');
        length(bytes.length);
        pickle.writeBytes(bytes);
        return this;
    }

    HostileCheckpoint integer(int value) {
        code('J');
        return length(value);
    }

    HostileCheckpoint length(int value) {
        pickle.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array());
        return this;
    }

    HostileCheckpoint global(String module, String name) {
        code('c');
        pickle.writeBytes((module + "\n" + name + "\n").getBytes(StandardCharsets.UTF_8));
        return this;
    }

    HostileCheckpoint integers(int... values) {
        code('(');
        for (int value : values) {
            integer(value);
        }
        return code('t');
    }

    /** A tensor that is a view of storage {@code key}. */
    HostileCheckpoint tensor(String type, String key, int elements, int offset, int[] size, int[] stride) {
        global("torch._utils", "_rebuild_tensor_v2").code('(');
        code('(')
                .text("storage")
                .global("torch", type)
                .text(key)
                .text("cpu")
                .integer(elements)
                .code('t', 'Q');
        return integer(offset).integers(size).integers(stride).code(0x89, '}', 't', 'R');
    }

    HostileCheckpoint entry(String name, byte[] content) {
        return entry(name, content, ZipEntry.STORED);
    }

    HostileCheckpoint entry(String name, byte[] content, int method) {
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(method);
        entry.setSize(content.length);
        entry.setCrc(crc.getValue());
        try {
            zip.putNextEntry(entry);
            zip.write(content);
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The archive, with a ready-made pickle as its data.pkl. */
    byte[] file(byte[] pickle) {
        return entry("a/data.pkl", pickle).archive();
    }

    /** The archive, with the pickle as its data.pkl. */
    byte[] file() {
        return file(pickle.toByteArray());
    }

    /** The archive as it is. */
    byte[] archive() {
        try {
            zip.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return archive.toByteArray();
    }
}
