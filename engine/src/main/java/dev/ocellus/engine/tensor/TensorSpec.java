package dev.ocellus.engine.tensor;

/** What is known of a tensor before it exists: its shape and its element type. */
public record TensorSpec(Shape shape, DType dtype) {
    /** A float32 tensor of the given dimensions. */
    public static TensorSpec f32(int... dims) {
        return new TensorSpec(Shape.of(dims), DType.F32);
    }

    /** Size in bytes when stored without gaps. */
    public long bytes() {
        return shape.elements() * dtype.bytes();
    }

    @Override
    public String toString() {
        return dtype + shape.toString();
    }
}
