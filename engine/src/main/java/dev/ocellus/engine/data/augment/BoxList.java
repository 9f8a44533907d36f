package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.Box;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Boxes of one sample while it is being made: class and corners (x1, y1, x2, y2) in pixels, measured between pixel
 * edges, so that a box around the one pixel at (0, 0) is 0, 0, 1, 1. Mutable and reused from sample to sample; for one
 * thread at a time.
 */
public final class BoxList {

    /** Numbers of a box. */
    public static final int STRIDE = 5;

    /** Class in a row of targets that holds no box. */
    public static final float NO_CLASS = -1;

    private float[] values = new float[64 * STRIDE];
    private int size;

    /** Number of boxes. */
    public int size() {
        return size;
    }

    /** Class of a box. */
    public int cls(int box) {
        return (int) values[at(box)];
    }

    /** Left edge. */
    public float x1(int box) {
        return values[at(box) + 1];
    }

    /** Top edge. */
    public float y1(int box) {
        return values[at(box) + 2];
    }

    /** Right edge. */
    public float x2(int box) {
        return values[at(box) + 3];
    }

    /** Bottom edge. */
    public float y2(int box) {
        return values[at(box) + 4];
    }

    private int at(int box) {
        if (box >= size) {
            throw new IndexOutOfBoundsException(box);
        }
        return box * STRIDE;
    }

    /** Removes all boxes. */
    public void clear() {
        size = 0;
    }

    /** Adds a box. */
    public void add(int cls, double x1, double y1, double x2, double y2) {
        if ((size + 1) * STRIDE > values.length) {
            values = Arrays.copyOf(values, values.length * 2);
        }
        int at = size++ * STRIDE;
        values[at] = cls;
        values[at + 1] = (float) x1;
        values[at + 2] = (float) y1;
        values[at + 3] = (float) x2;
        values[at + 4] = (float) y2;
    }

    /** Adds the boxes of another list. */
    public void addAll(BoxList other) {
        for (int i = 0; i < other.size; i++) {
            add(other.cls(i), other.x1(i), other.y1(i), other.x2(i), other.y2(i));
        }
    }

    /**
     * Adds labels of a picture that is drawn at a scale and an offset.
     *
     * @param width width of the picture in pixels before it is scaled
     * @param height height of the picture in pixels before it is scaled
     */
    public void add(List<Box> labels, int width, int height, double scale, double dx, double dy) {
        double sx = width * scale;
        double sy = height * scale;
        for (Box box : labels) {
            add(box.cls(), box.left() * sx + dx, box.top() * sy + dy, box.right() * sx + dx, box.bottom() * sy + dy);
        }
    }

    /** Keeps corners between zero and a width and a height. */
    public void clip(double width, double height) {
        for (int at = 0; at < size * STRIDE; at += STRIDE) {
            values[at + 1] = (float) Math.clamp(values[at + 1], 0, width);
            values[at + 2] = (float) Math.clamp(values[at + 2], 0, height);
            values[at + 3] = (float) Math.clamp(values[at + 3], 0, width);
            values[at + 4] = (float) Math.clamp(values[at + 4], 0, height);
        }
    }

    /** Replaces each box by the upright box around its four warped corners. */
    public void warp(Homography map) {
        double[] point = new double[2];
        for (int at = 0; at < size * STRIDE; at += STRIDE) {
            double left = Double.POSITIVE_INFINITY;
            double top = Double.POSITIVE_INFINITY;
            double right = Double.NEGATIVE_INFINITY;
            double bottom = Double.NEGATIVE_INFINITY;
            for (int corner = 0; corner < 4; corner++) {
                map.apply(values[at + 1 + 2 * (corner & 1)], values[at + 2 + (corner & 2)], point);
                left = Math.min(left, point[0]);
                right = Math.max(right, point[0]);
                top = Math.min(top, point[1]);
                bottom = Math.max(bottom, point[1]);
            }
            values[at + 1] = (float) left;
            values[at + 2] = (float) top;
            values[at + 3] = (float) right;
            values[at + 4] = (float) bottom;
        }
    }

    /** Mirrors left and right of a picture of some width. */
    public void mirrorColumns(double width) {
        mirror(1, width);
    }

    /** Mirrors top and bottom of a picture of some height. */
    public void mirrorRows(double height) {
        mirror(2, height);
    }

    private void mirror(int axis, double extent) {
        for (int at = axis; at < size * STRIDE; at += STRIDE) {
            float near = values[at];
            values[at] = (float) (extent - values[at + 2]);
            values[at + 2] = (float) (extent - near);
        }
    }

    /** Whether any box has both sides longer than this many pixels. */
    public boolean anyLargerThan(double side) {
        for (int i = 0; i < size; i++) {
            if (larger(i, side)) {
                return true;
            }
        }
        return false;
    }

    /** Keeps boxes with both sides longer than this many pixels, in their order. */
    public void keepLargerThan(double side) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (larger(i, side)) {
                System.arraycopy(values, i * STRIDE, values, kept++ * STRIDE, STRIDE);
            }
        }
        size = kept;
    }

    private boolean larger(int box, double side) {
        return x2(box) - x1(box) > side && y2(box) - y1(box) > side;
    }

    /**
     * Writes the boxes as rows of targets; rows without a box get class {@link #NO_CLASS} and zeros.
     *
     * @param rows float32, a multiple of {@link #STRIDE}
     * @return number of boxes written; the others did not fit
     */
    public int writeTo(MemorySegment rows) {
        int room = (int) (rows.byteSize() / (STRIDE * Float.BYTES));
        int written = Math.min(room, size);
        MemorySegment.copy(values, 0, rows, ValueLayout.JAVA_FLOAT, 0, written * STRIDE);
        rows.asSlice((long) written * STRIDE * Float.BYTES).fill((byte) 0);
        for (int row = written; row < room; row++) {
            rows.setAtIndex(ValueLayout.JAVA_FLOAT, (long) row * STRIDE, NO_CLASS);
        }
        return written;
    }
}
