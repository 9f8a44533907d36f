package dev.ocellus.engine.data.sample;

import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A made-up picture: circles, squares and triangles that do not touch, in any colour that stands out, on a cloudy
 * background. The colour tells nothing about the class.
 */
final class SampleScene {
    static final int SIZE = 320;
    private static final int MOST_SHAPES = 5;
    private static final int PLACING_TRIES = 40;
    private static final int CONTRAST = 150;
    /** Sub-pixels a side, for smooth edges. */
    private static final int FINE = 3;

    private final SplittableRandom random;
    private final int[] dark;
    private final int[] light;
    private final SampleNoise clouds;
    private final SampleNoise grain;
    private final List<SampleShape> shapes = new ArrayList<>();

    /** @param seed decides everything */
    SampleScene(long seed) {
        random = new SplittableRandom(seed);
        int gray = random.nextInt(40, 180);
        dark = colour(gray - 30, gray + 30);
        light = colour(gray, gray + 75);
        clouds = new SampleNoise(random, 7);
        grain = new SampleNoise(random, 41);
        int count = 1 + random.nextInt(MOST_SHAPES);
        for (int i = 0; i < PLACING_TRIES && shapes.size() < count; i++) {
            SampleShape shape = new SampleShape(random, SIZE, colour(0, 256));
            if (shapes.stream().noneMatch(shape::touches) && standsOut(shape.colour())) {
                shapes.add(shape);
            }
        }
    }

    private int[] colour(int from, int to) {
        return random.ints(3, from, to).toArray();
    }

    private boolean standsOut(int[] colour) {
        int fromDark = 0;
        int fromLight = 0;
        for (int c = 0; c < 3; c++) {
            fromDark += Math.abs(colour[c] - dark[c]);
            fromLight += Math.abs(colour[c] - light[c]);
        }
        return Math.min(fromDark, fromLight) >= CONTRAST;
    }

    List<Box> boxes() {
        return shapes.stream().map(shape -> shape.box(SIZE)).toList();
    }

    RgbImage draw(Arena arena) {
        MemorySegment pixels = arena.allocate(3L * SIZE * SIZE);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                double[] colour = background(x, y);
                for (SampleShape shape : shapes) {
                    cover(colour, shape, coverage(shape, x, y));
                }
                for (int c = 0; c < 3; c++) {
                    pixels.set(ValueLayout.JAVA_BYTE, 3L * (y * SIZE + x) + c, (byte) Math.round(colour[c]));
                }
            }
        }
        return new RgbImage(SIZE, SIZE, pixels);
    }

    private double[] background(int x, int y) {
        double fraction = 0.8 * clouds.at(x, y, SIZE) + 0.2 * grain.at(x, y, SIZE);
        double[] colour = new double[3];
        for (int c = 0; c < 3; c++) {
            colour[c] = dark[c] + fraction * (light[c] - dark[c]);
        }
        return colour;
    }

    private static void cover(double[] colour, SampleShape shape, double coverage) {
        for (int c = 0; coverage > 0 && c < 3; c++) {
            colour[c] += coverage * (shape.colour()[c] - colour[c]);
        }
    }

    private static double coverage(SampleShape shape, int x, int y) {
        if (shape.farFrom(x, y)) {
            return 0;
        }
        int inside = 0;
        for (int i = 0; i < FINE * FINE; i++) {
            int line = i / FINE;
            double px = x + (i % FINE + 0.5) / FINE;
            double py = y + (line + 0.5) / FINE;
            inside += shape.contains(px, py) ? 1 : 0;
        }
        return (double) inside / (FINE * FINE);
    }
}
