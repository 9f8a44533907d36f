package dev.ocellus.engine.data.sample;

import dev.ocellus.engine.data.Box;
import java.util.SplittableRandom;

/**
 * One coloured shape of a made-up picture, in pixels.
 *
 * @param kind what it is
 * @param x centre
 * @param y centre
 * @param radius from the centre to the circle, or to the corners
 * @param turn angle of the first corner, radians
 * @param colour red, green, blue, 0 to 255
 */
record SampleShape(Kind kind, double x, double y, double radius, double turn, int[] colour) {

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

    /** A shape that lies wholly in a picture of {@code size} pixels a side. */
    static SampleShape random(SplittableRandom random, int size, int[] colour) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        double radius = random.nextDouble(SMALLEST, LARGEST);
        return new SampleShape(
                kind,
                random.nextDouble(radius + 1, size - radius - 1),
                random.nextDouble(radius + 1, size - radius - 1),
                radius,
                random.nextDouble(2 * Math.PI),
                colour);
    }

    /** Whether a point lies inside. */
    boolean contains(double px, double py) {
        if (kind == Kind.CIRCLE) {
            return (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius;
        }
        boolean inside = true;
        for (int i = 0; inside && i < kind.corners; i++) {
            double edge = (cornerX(i + 1) - cornerX(i)) * (py - cornerY(i))
                    - (cornerY(i + 1) - cornerY(i)) * (px - cornerX(i));
            inside = edge >= 0;
        }
        return inside;
    }

    /** Whether the circles around two shapes come closer than a few pixels. */
    boolean touches(SampleShape other) {
        double distance = StrictMath.hypot(x - other.x, y - other.y);
        return distance < radius + other.radius + 2;
    }

    /** The box around it in a picture of {@code size} pixels a side. */
    Box box(int size) {
        double left = x - radius;
        double right = x + radius;
        double top = y - radius;
        double bottom = y + radius;
        if (kind != Kind.CIRCLE) {
            left = top = Double.MAX_VALUE;
            right = bottom = 0;
            for (int i = 0; i < kind.corners; i++) {
                left = Math.min(left, cornerX(i));
                right = Math.max(right, cornerX(i));
                top = Math.min(top, cornerY(i));
                bottom = Math.max(bottom, cornerY(i));
            }
        }
        return new Box(
                kind.ordinal(),
                (float) ((left + right) / 2 / size),
                (float) ((top + bottom) / 2 / size),
                (float) ((right - left) / size),
                (float) ((bottom - top) / size));
    }

    /** StrictMath, because the pictures have to be the same on every machine. */
    private double cornerX(int i) {
        return x + radius * StrictMath.cos(turn + 2 * Math.PI * i / kind.corners);
    }

    private double cornerY(int i) {
        return y + radius * StrictMath.sin(turn + 2 * Math.PI * i / kind.corners);
    }
}
