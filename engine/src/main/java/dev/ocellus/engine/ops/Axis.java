package dev.ocellus.engine.ops;

import dev.ocellus.engine.tensor.Shape;

/** Axis along which tensors are joined or cut so that the pieces are strided views of the whole. */
public enum Axis {
    /** Innermost axis of any tensor. */
    CHANNELS,
    /** Middle axis of rows [N, A, C]. */
    ROWS;

    /** Index of this axis in a shape. */
    public int of(Shape shape) {
        if (this == ROWS && shape.rank() != 3) {
            throw new IllegalArgumentException("rows are [N, A, C], got " + shape);
        }
        return this == ROWS ? 1 : shape.rank() - 1;
    }
}
