package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.image.RgbImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Pictures with one painted rectangle each, which their label is the box of. */
public final class Painted {
    private Painted() {}

    /** Pixels of one colour. */
    static RgbImage plain(int width, int height, int red, int green, int blue, Arena arena) {
        RgbImage image = new RgbImage(width, height, arena.allocate(3L * width * height));
        fill(image, 0, 0, width, height, red, green, blue);
        return image;
    }

    /** Paints a rectangle; right and bottom exclusive. */
    static void fill(RgbImage image, int left, int top, int right, int bottom, int red, int green, int blue) {
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                image.pixels().set(ValueLayout.JAVA_BYTE, at(image, x, y, 0), (byte) red);
                image.pixels().set(ValueLayout.JAVA_BYTE, at(image, x, y, 1), (byte) green);
                image.pixels().set(ValueLayout.JAVA_BYTE, at(image, x, y, 2), (byte) blue);
            }
        }
    }

    private static long at(RgbImage image, int x, int y, int channel) {
        return 3L * (y * image.width() + x) + channel;
    }

    /** A channel of a pixel. */
    static int value(RgbImage image, int x, int y, int channel) {
        return image.pixels().get(ValueLayout.JAVA_BYTE, at(image, x, y, channel)) & 0xFF;
    }

    /** The label of a rectangle. */
    static Box label(int cls, RgbImage image, int left, int top, int right, int bottom) {
        float width = image.width();
        float height = image.height();
        return new Box(
                cls,
                (left + right) / 2f / width,
                (top + bottom) / 2f / height,
                (right - left) / width,
                (bottom - top) / height);
    }

    /** The extent of what is more red than not: left, top, right, bottom. */
    static double[] redExtent(RgbImage image) {
        double[] extent = {1e9, 1e9, -1e9, -1e9};
        for (int y = 0; y < image.height(); y++) {
            for (int x = 0; x < image.width(); x++) {
                if (value(image, x, y, 0) - value(image, x, y, 1) > 100) {
                    extent[0] = Math.min(extent[0], x);
                    extent[1] = Math.min(extent[1], y);
                    extent[2] = Math.max(extent[2], x + 1);
                    extent[3] = Math.max(extent[3], y + 1);
                }
            }
        }
        return extent;
    }

    /** Writes a picture as a PPM file. */
    public static void write(RgbImage image, Path file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(
                "P6\n%d %d\n255\n".formatted(image.width(), image.height()).getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(image.pixels().toArray(ValueLayout.JAVA_BYTE));
        Files.write(file, out.toByteArray());
    }

    /**
     * Writes a picture of a dataset: a gradient that differs from number to number, with a red rectangle and its label.
     */
    public static ImageItem item(Path folder, int number, int width, int height) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            RgbImage image = plain(width, height, 0, 0, 0, arena);
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    fill(image, x, y, x + 1, y + 1, (37 * number) % 100, x * 255 / width, y * 255 / height);
                }
            }
            int left = 3 + number % 5;
            int top = 4 + number % 3;
            fill(image, left, top, width / 2, height / 2, 255, 0, 0);
            Path file = folder.resolve("picture%03d.ppm".formatted(number));
            write(image, file);
            List<Box> labels = List.of(label(number % 3, image, left, top, width / 2, height / 2));
            return new ImageItem(file, null, width, height, labels);
        }
    }
}
