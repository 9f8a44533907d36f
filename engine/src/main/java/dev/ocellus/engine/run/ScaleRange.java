package dev.ocellus.engine.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Sizes of the network's input around the image size, for training at several sizes.
 *
 * @param least factor of the smallest size, at most 1
 * @param most factor of the largest size, at least 1
 * @param step pixels from one size to the next, along the longer side
 */
public record ScaleRange(double least, double most, int step) {

    /** What both sides of every size are a multiple of. */
    static final int MULTIPLE = 32;

    /** Factors such as 1.1 are not exact. */
    private static final double TOLERANCE = 1e-9;

    /** The image size alone. */
    public static final ScaleRange OFF = new ScaleRange(1, 1, MULTIPLE);

    /** A quarter down and up, as the D-FINE family trains. */
    public static final ScaleRange ON = new ScaleRange(0.75, 1.25, MULTIPLE);

    /**
     * The sizes that the range holds, from small to large, {@code base} among them: its longer side and as many steps down and up as
     * fit; the shorter side follows to the nearest multiple of 32.
     *
     * @param base the image size, both sides multiples of 32
     */
    public List<ImageSize> sizes(ImageSize base) {
        int longer = Math.max(base.height(), base.width());
        int down = (int) Math.floor((1 - least) * longer / step + TOLERANCE);
        int up = (int) Math.floor((most - 1) * longer / step + TOLERANCE);
        List<ImageSize> sizes = new ArrayList<>();
        for (int i = -down; i <= up; i++) {
            double factor = (double) (longer + i * step) / longer;
            sizes.add(new ImageSize(side(base.height() * factor), side(base.width() * factor)));
        }
        return sizes;
    }

    private static int side(double pixels) {
        return Math.max(1, (int) Math.round(pixels / MULTIPLE)) * MULTIPLE;
    }

    /** {@code off}, or as in {@code 0.75-1.25:32}. */
    @Override
    public String toString() {
        return equals(OFF) ? "off" : Decimal.write(least) + "-" + Decimal.write(most) + ":" + step;
    }
}
