package dev.ocellus.engine.tensor;

import java.util.Arrays;

/**
 * Immutable dimensions of a tensor, outermost first. Images are NHWC, convolution weights OHWI, rows of predictions
 * [N, A, C]; the last dimension is contiguous in memory. A scalar has rank 0 and one element.
 */
public final class Shape {
    /** Shape of a single number. */
    public static final Shape SCALAR = new Shape(new int[0]);

    private final int[] dims;

    private Shape(int[] dims) {
        this.dims = dims;
    }

    /**
     * Makes a shape.
     *
     * @throws IllegalArgumentException if a dimension is negative
     */
    public static Shape of(int... dims) {
        for (int dim : dims) {
            if (dim < 0) {
                throw new IllegalArgumentException("negative dimension in " + Arrays.toString(dims));
            }
        }
        return new Shape(dims.clone());
    }

    /** Number of dimensions. */
    public int rank() {
        return dims.length;
    }

    /** Dimension {@code axis}; a negative axis counts from the end (−1 is the innermost). */
    public int dim(int axis) {
        return dims[axis < 0 ? dims.length + axis : axis];
    }

    /** Copy of all dimensions. */
    public int[] dims() {
        return dims.clone();
    }

    /** Number of elements. */
    public long elements() {
        long product = 1;
        for (int dim : dims) {
            product = Math.multiplyExact(product, (long) dim);
        }
        return product;
    }

    /** The outermost dimension of a tensor of rank 2 or more (images in a batch), else 1. */
    public int images() {
        return dims.length >= 2 ? dims[0] : 1;
    }

    /** The innermost dimension (channels), 1 for a scalar. */
    public int channels() {
        return dims.length == 0 ? 1 : dims[dims.length - 1];
    }

    /** Product of the dimensions between the first and the last: H·W of an image batch, A of rows [N, A, C]. */
    public int pixels() {
        int product = 1;
        for (int axis = 1; axis < dims.length - 1; axis++) {
            product = Math.multiplyExact(product, dims[axis]);
        }
        return product;
    }

    /** This shape with dimension {@code axis} (negative from the end) replaced. */
    public Shape with(int axis, int dim) {
        int[] copy = dims.clone();
        copy[axis < 0 ? copy.length + axis : axis] = dim;
        return of(copy);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape shape && Arrays.equals(dims, shape.dims);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dims);
    }

    /** For example {@code [8, 80, 80, 64]}. */
    @Override
    public String toString() {
        return Arrays.toString(dims);
    }
}
