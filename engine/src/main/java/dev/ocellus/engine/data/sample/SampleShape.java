package dev.ocellus.engine.data.sample;

import dev.ocellus.engine.data.Box;
import java.util.Arrays;
import java.util.SplittableRandom;

/** One coloured shape of a made-up picture, in pixels. Immutable. */
final class SampleShape {

    /** The classes of the sample dataset, in the order of their ids. */
    enum Kind {
        CIRCLE(0),
        SQUARE(4),
        TRIANGLE(3);

        private final int corners;

        Kind(int corners) {
            this.corners = corners;
        }
    }

    private static final double SMALLEST = 18;
    private static final double LARGEST = 62;

    private final Kind kind;
    private final double x;
    private final double y;
    private final double radius;
    private final double[] cornersX;
    private final double[] cornersY;
    private final int[] colour;

    /** A shape that lies wholly in a picture of {@code size} pixels a side. */
    SampleShape(SplittableRandom random, int size, int[] colour) {
        this.colour = colour;
        kind = Kind.values()[random.nextInt(Kind.values().length)];
        radius = random.nextDouble(SMALLEST, LARGEST);
        x = random.nextDouble(radius + 1, size - radius - 1);
        y = random.nextDouble(radius + 1, size - radius - 1);
        double turn = random.nextDouble(2 * Math.PI);
        cornersX = new double[kind.corners];
        cornersY = new double[kind.corners];
        for (int i = 0; i < kind.corners; i++) {
            // StrictMath, because the pictures have to be the same on every machine.
            cornersX[i] = x + radius * StrictMath.cos(turn + 2 * Math.PI * i / kind.corners);
            cornersY[i] = y + radius * StrictMath.sin(turn + 2 * Math.PI * i / kind.corners);
        }
    }

    /** Red, green, blue, 0 to 255. */
    int[] colour() {
        return colour;
    }

    /** Whether a point lies so far away that nothing of the shape is near. */
    boolean farFrom(double px, double py) {
        return Math.abs(px - x) > radius + 1 || Math.abs(py - y) > radius + 1;
    }

    /** Whether a point lies inside. */
    boolean contains(double px, double py) {
        if (kind == Kind.CIRCLE) {
            return (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius;
        }
        boolean inside = true;
        for (int i = 0; inside && i < kind.corners; i++) {
            int next = (i + 1) % kind.corners;
            inside = (cornersX[next] - cornersX[i]) * (py - cornersY[i])
                            - (cornersY[next] - cornersY[i]) * (px - cornersX[i])
                    >= 0;
        }
        return inside;
    }

    /** Whether the circles around two shapes come closer than a few pixels. */
    boolean touches(SampleShape other) {
        double reach = radius + other.radius + 2;
        return (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y) < reach * reach;
    }

    /** The box around it in a picture of {@code size} pixels a side. */
    Box box(int size) {
        double left = Arrays.stream(cornersX).min().orElse(x - radius);
        double right = Arrays.stream(cornersX).max().orElse(x + radius);
        double top = Arrays.stream(cornersY).min().orElse(y - radius);
        double bottom = Arrays.stream(cornersY).max().orElse(y + radius);
        return new Box(
                kind.ordinal(),
                (float) ((left + right) / 2 / size),
                (float) ((top + bottom) / 2 / size),
                (float) ((right - left) / size),
                (float) ((bottom - top) / size));
    }
}
