package dev.ocellus.engine.ops;

import java.util.List;

/**
 * The points at which an anchor-free detector predicts: for each stride 8, 16, 32 one point in the middle of every cell,
 * levels one after the other, each in rows from top to bottom. The point of column k is at (k + 0.5) · stride pixels.
 *
 * @param height of the network's input in pixels, a multiple of 32
 * @param width of the network's input in pixels, a multiple of 32
 */
public record AnchorGrid(int height, int width) {
    /** Pixels between neighbouring points, a level each. */
    public static final List<Integer> STRIDES = List.of(8, 16, 32);

    /** Refuses an input that does not divide into whole cells. */
    public AnchorGrid {
        if (height < 32 || width < 32 || height % 32 != 0 || width % 32 != 0) {
            throw new IllegalArgumentException("input must be a multiple of 32, not " + height + " by " + width);
        }
    }

    /**
     * One level.
     *
     * @param stride pixels between neighbouring points
     * @param rows points from top to bottom
     * @param columns points from left to right
     * @param first number of the level's first anchor
     */
    public record Level(int stride, int rows, int columns, int first) {
        /** Number of points. */
        public int anchors() {
            return rows * columns;
        }
    }

    /** The level at {@code index} in {@link #STRIDES}. */
    public Level level(int index) {
        int first = 0;
        for (int finer : STRIDES.subList(0, index)) {
            first += (height / finer) * (width / finer);
        }
        int stride = STRIDES.get(index);
        return new Level(stride, height / stride, width / stride, first);
    }

    /** All levels, finest first. */
    public List<Level> levels() {
        return List.of(level(0), level(1), level(2));
    }

    /** Number of points of all levels. */
    public int anchors() {
        Level last = level(STRIDES.size() - 1);
        return last.first() + last.anchors();
    }
}
