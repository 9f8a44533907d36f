package dev.ocellus.engine.data.image;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Small pictures made for tests. */
final class Pictures {
    static final int WIDTH = 48;
    static final int HEIGHT = 32;
    private static final int[] QUADRANTS = {0xC03020, 0x30B040, 0x2040D0, 0xE0D010};

    private Pictures() {}

    /** The colour of a pixel of the upright picture: four quadrants, so that every orientation looks different. */
    static int upright(int x, int y) {
        return QUADRANTS[(x < WIDTH / 2 ? 0 : 1) + (y < HEIGHT / 2 ? 0 : 2)];
    }

    /** The picture as a camera stores it that was held so that the EXIF orientation is {@code orientation}. */
    static RgbImage stored(int orientation, Arena arena) {
        boolean swapped = orientation > 4;
        int width = swapped ? HEIGHT : WIDTH;
        int height = swapped ? WIDTH : HEIGHT;
        RgbImage image = new RgbImage(width, height, arena.allocate(3L * width * height));
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                set(image, x, y, visual(orientation, x, y));
            }
        }
        return image;
    }

    /** EXIF 2.32: which side of the scene the first row and the first column hold. */
    private static int visual(int orientation, int x, int y) {
        int right = WIDTH - 1;
        int bottom = HEIGHT - 1;
        return switch (orientation) {
            case 2 -> upright(right - x, y);
            case 3 -> upright(right - x, bottom - y);
            case 4 -> upright(x, bottom - y);
            case 5 -> upright(y, x);
            case 6 -> upright(right - y, x);
            case 7 -> upright(right - y, bottom - x);
            case 8 -> upright(y, bottom - x);
            default -> upright(x, y);
        };
    }

    private static void set(RgbImage image, int x, int y, int rgb) {
        long at = 3L * (y * image.width() + x);
        for (int c = 0; c < 3; c++) {
            image.pixels().set(ValueLayout.JAVA_BYTE, at + c, (byte) (rgb >> (16 - 8 * c)));
        }
    }

    /** Red, green and blue of a pixel as one number. */
    static int rgb(RgbImage image, int x, int y) {
        int rgb = 0;
        for (int c = 0; c < 3; c++) {
            rgb = rgb << 8 | image.pixels().get(ValueLayout.JAVA_BYTE, 3L * (y * image.width() + x) + c) & 0xFF;
        }
        return rgb;
    }

    /** The largest difference of a channel between two colours. */
    static int difference(int one, int other) {
        int most = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            most = Math.max(most, Math.abs((one >> shift & 0xFF) - (other >> shift & 0xFF)));
        }
        return most;
    }

    /** A TIFF structure with one tag, the orientation. */
    static byte[] exif(int orientation) {
        return ByteBuffer.allocate(26)
                .order(ByteOrder.BIG_ENDIAN)
                .put(new byte[] {'M', 'M', 0, 42})
                .putInt(8)
                .putShort((short) 1)
                .putShort((short) 0x0112)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .array();
    }

    static byte[] jpegWithExif(byte[] jpeg, byte[] exif) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(jpeg, 0, 2);
        int length = 2 + 6 + exif.length;
        out.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xE1, (byte) (length >> 8), (byte) length});
        out.writeBytes("Exif\0\0".getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(exif);
        out.write(jpeg, 2, jpeg.length - 2);
        return out.toByteArray();
    }

    /** A PNG with another chunk behind its header. */
    static byte[] pngWithChunk(byte[] png, String type, byte[] data) {
        int header = 8 + 25;
        CRC32 crc = new CRC32();
        crc.update(type.getBytes(StandardCharsets.ISO_8859_1));
        crc.update(data);
        return ByteBuffer.allocate(png.length + 12 + data.length)
                .put(png, 0, header)
                .putInt(data.length)
                .put(type.getBytes(StandardCharsets.ISO_8859_1))
                .put(data)
                .putInt((int) crc.getValue())
                .put(png, header, png.length - header)
                .array();
    }

    /** An uncompressed TIFF of one strip, with 8 bits a channel, or with 16 of which both bytes are the same. */
    static byte[] tiff(RgbImage image, int bits, int orientation) {
        int bytes = (int) image.pixels().byteSize() * bits / 8;
        int[][] tags = {
            {256, 4, 1, image.width()},
            {257, 4, 1, image.height()},
            {258, 3, 3, 8 + 2 + 9 * 12 + 4},
            {259, 3, 1, 1},
            {262, 3, 1, 2},
            {273, 4, 1, 8 + 2 + 9 * 12 + 4 + 6},
            {274, 3, 1, orientation},
            {277, 3, 1, 3},
            {279, 4, 1, bytes},
        };
        ByteBuffer out = ByteBuffer.allocate(8 + 2 + 9 * 12 + 4 + 6 + bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {'I', 'I', 42, 0})
                .putInt(8)
                .putShort((short) tags.length);
        for (int[] tag : tags) {
            out.putShort((short) tag[0]).putShort((short) tag[1]).putInt(tag[2]).putInt(tag[3]);
        }
        out.putInt(0).putShort((short) bits).putShort((short) bits).putShort((short) bits);
        for (byte value : image.pixels().toArray(ValueLayout.JAVA_BYTE)) {
            for (int i = 0; i < bits; i += 8) {
                out.put(value);
            }
        }
        return out.array();
    }

    /** A binary PGM or PPM: its header and what follows. */
    static byte[] netpbm(String header, byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header.getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(data);
        return out.toByteArray();
    }

    static MemorySegment noise(long size, Arena arena) {
        MemorySegment pixels = arena.allocate(size);
        for (long i = 0; i < size; i++) {
            pixels.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 0x9E3779B97F4A7C15L >>> 56));
        }
        return pixels;
    }
}
