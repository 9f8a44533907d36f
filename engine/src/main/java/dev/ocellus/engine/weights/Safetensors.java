package dev.ocellus.engine.weights;

import dev.ocellus.engine.run.AtomicFile;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.TensorSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * The safetensors format: eight bytes with the length of a header, the header as JSON, the bytes of the tensors. Reading
 * maps the file and trusts nothing in it; writing replaces a file as a whole. Safe for several threads.
 *
 * <p>Source: the format's description in github.com/huggingface/safetensors.
 *
 * @param tensors in the order of their bytes; they live in the mapped file
 * @param metadata texts that were stored with them
 */
public record Safetensors(StateDict tensors, Map<String, String> metadata) {
    private static final ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PREFIX = 8;
    private static final int ALIGNMENT = 8;

    /** Room for a hundred thousand tensors. */
    private static final long LONGEST_HEADER = 16 << 20;

    private static final int CHUNK = 1 << 20;

    /**
     * Opens a file. Its tensors can be used until the arena is closed.
     *
     * @throws dev.ocellus.engine.StudioException of kind MODEL if it is not a whole and well-formed file
     */
    public static Safetensors read(Path file, Arena arena) {
        return read(file, MappedFile.map(file, arena));
    }

    static Safetensors read(Path file, MemorySegment bytes) {
        if (bytes.byteSize() < PREFIX) {
            throw BadFile.refuse(
                    file, "is " + bytes.byteSize() + " bytes long, too short for a safetensors file", BadFile.DAMAGED);
        }
        long length = bytes.get(LENGTH, 0);
        if (length < 0 || length > bytes.byteSize() - PREFIX) {
            throw BadFile.refuse(
                    file,
                    "announces a header of " + Long.toUnsignedString(length) + " bytes but is only " + bytes.byteSize()
                            + " bytes long",
                    "It is no safetensors file, or a damaged one: copy or download it again.");
        }
        if (length > LONGEST_HEADER) {
            throw BadFile.refuse(
                    file,
                    "has a header of " + length + " bytes; at most " + LONGEST_HEADER + " are accepted",
                    "Shorten its metadata.");
        }
        MemorySegment data = bytes.asSlice(PREFIX + length);
        SafetensorsHeader header =
                SafetensorsHeader.parse(file, text(file, bytes.asSlice(PREFIX, length)), data.byteSize());
        SequencedMap<String, HostTensor> tensors = new LinkedHashMap<>();
        for (SafetensorsHeader.Entry entry : header.entries()) {
            MemorySegment slice = data.asSlice(entry.begin(), entry.end() - entry.begin());
            tensors.put(entry.name(), new HostTensor(entry.spec(), slice));
        }
        return new Safetensors(new StateDict(tensors), header.metadata());
    }

    private static String text(Path file, MemorySegment header) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(header.asByteBuffer())
                    .toString();
        } catch (CharacterCodingException e) {
            throw BadFile.refuse(file, "has a header that is not UTF-8", BadFile.DAMAGED);
        }
    }

    /**
     * Replaces {@code file}: at any moment, whatever happens, it holds either its former content or the new. The same
     * tensors and metadata always give the same bytes. Each tensor is fetched once, and only while it is written.
     *
     * @throws IOException if the disk is full or cannot be written; the former content is still there
     */
    public static void write(Path file, Map<String, TensorSource> tensors, Map<String, String> metadata)
            throws IOException {
        Map<String, TensorSpec> specs = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> specs.put(name, tensor.spec()));
        SafetensorsHeader header = SafetensorsHeader.place(specs, metadata);
        AtomicFile.replace(file, part -> {
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    Arena arena = Arena.ofConfined()) {
                MemorySegment chunk = arena.allocate(CHUNK);
                copy(prefixed(header.text()), chunk, channel);
                for (SafetensorsHeader.Entry entry : header.entries()) {
                    MemorySegment data = Objects.requireNonNull(tensors.get(entry.name()))
                            .data()
                            .get();
                    if (data.byteSize() != entry.spec().bytes()) {
                        throw new IllegalArgumentException(entry.name() + " is announced as " + entry.spec()
                                + " but has " + data.byteSize() + " bytes");
                    }
                    copy(data, chunk, channel);
                }
            }
        });
    }

    private static MemorySegment prefixed(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        int length = (text.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        ByteBuffer header = ByteBuffer.allocate(PREFIX + length).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(length).put(text);
        while (header.hasRemaining()) {
            header.put((byte) ' ');
        }
        return MemorySegment.ofArray(header.array());
    }

    private static void copy(MemorySegment from, MemorySegment chunk, FileChannel to) throws IOException {
        for (long done = 0; done < from.byteSize(); done += CHUNK) {
            long size = Math.min(CHUNK, from.byteSize() - done);
            MemorySegment.copy(from, done, chunk, 0, size);
            ByteBuffer buffer = chunk.asSlice(0, size).asByteBuffer();
            while (buffer.hasRemaining()) {
                to.write(buffer);
            }
        }
    }
}
