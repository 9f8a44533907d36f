package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.augment.Scratch;
import dev.ocellus.engine.data.image.RgbImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file format of a decoded picture: 64 bytes of header, then RGB. The header, little-endian: 8 bytes of magic; the
 * picture file's bytes and its time of change in nanoseconds (two longs); width and height of the pixels and of the
 * whole picture (four ints); CRC-32C of the pixels (an int).
 */
final class StoredImage {

    private static final long MAGIC = 0x3142_4752_6c63_4f00L;
    private static final int HEADER = 64;

    private StoredImage() {}

    /** Name of the file for a picture as it lies in an input. */
    static String name(Path picture, Letterbox letterbox) {
        String path = picture.toAbsolutePath().normalize().toString();
        UUID id = UUID.nameUUIDFromBytes(path.getBytes(StandardCharsets.UTF_8));
        return letterbox.reduces() ? "%s-%dx%d.rgb".formatted(id, letterbox.width(), letterbox.height()) : id + ".rgb";
    }

    /** Reads a file; null where it is absent, older than the picture, damaged, or made for another input. */
    static @Nullable FittedImage read(Path file, Path picture, Letterbox expected, Scratch memory) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size != HEADER + FittedImage.bytes(expected)) {
                return null;
            }
            MemorySegment content = memory.allocate(size, HEADER);
            ByteBuffer buffer = content.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // A channel may give fewer bytes than asked for.
            }
            if (buffer.hasRemaining()
                    || !buffer.slice(0, HEADER).equals(header(picture, expected, checksum(content)))) {
                return null;
            }
            MemorySegment pixels = content.asSlice(HEADER);
            return new FittedImage(
                    expected.reduces()
                            ? new RgbImage(expected.width(), expected.height(), pixels)
                            : new RgbImage(expected.sourceWidth(), expected.sourceHeight(), pixels),
                    expected);
        } catch (IOException e) {
            return null;
        }
    }

    private static int checksum(MemorySegment content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content.asSlice(HEADER).asByteBuffer());
        return (int) checksum.getValue();
    }

    /** Writes a file, whole or not at all. */
    static void write(Path file, Path picture, FittedImage image) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try (Arena arena = Arena.ofConfined()) {
            RgbImage pixels = image.image();
            MemorySegment content = arena.allocate(HEADER + pixels.pixels().byteSize());
            content.asSlice(HEADER).copyFrom(pixels.pixels());
            content.copyFrom(MemorySegment.ofBuffer(header(picture, image.letterbox(), checksum(content))));
            try (FileChannel channel =
                    FileChannel.open(unfinished, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                ByteBuffer buffer = content.asByteBuffer();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static ByteBuffer header(Path picture, Letterbox letterbox, int checksum) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(picture, BasicFileAttributes.class);
        Instant changed = attributes.lastModifiedTime().toInstant();
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(MAGIC);
        header.putLong(attributes.size());
        header.putLong(changed.getEpochSecond() * 1_000_000_000L + changed.getNano());
        header.putInt(letterbox.reduces() ? letterbox.width() : letterbox.sourceWidth());
        header.putInt(letterbox.reduces() ? letterbox.height() : letterbox.sourceHeight());
        header.putInt(letterbox.sourceWidth());
        header.putInt(letterbox.sourceHeight());
        header.putInt(checksum);
        return header.rewind();
    }
}
