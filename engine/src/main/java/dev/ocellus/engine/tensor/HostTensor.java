package dev.ocellus.engine.tensor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A tensor in host memory: dense, row-major, little endian. The memory belongs to whoever made the segment (an
 * {@link Arena}, a mapped file or the Java heap); a tensor never frees it. Safe to read from several threads, not to
 * write.
 */
public record HostTensor(TensorSpec spec, MemorySegment data) {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);

    /**
     * Wraps memory.
     *
     * @throws IllegalArgumentException if the segment's size is not that of the shape
     */
    public HostTensor {
        if (data.byteSize() != spec.bytes()) {
            throw new IllegalArgumentException(
                    "a tensor " + spec + " needs " + spec.bytes() + " bytes but the memory has " + data.byteSize());
        }
    }

    /** A zeroed tensor in memory of the arena, aligned to a cache line. */
    public static HostTensor allocate(TensorSpec spec, Arena arena) {
        return new HostTensor(spec, arena.allocate(spec.bytes(), 64));
    }

    /** A float32 tensor on the Java heap that shares {@code values}. */
    public static HostTensor of(Shape shape, float... values) {
        return new HostTensor(new TensorSpec(shape, DType.F32), MemorySegment.ofArray(values));
    }

    /** Dimensions. */
    public Shape shape() {
        return spec.shape();
    }

    /** Element type. */
    public DType dtype() {
        return spec.dtype();
    }

    /** Element {@code index} in row-major order of a float32 tensor. */
    public float get(long index) {
        return data.get(FLOAT, index * 4);
    }

    /** Sets element {@code index} in row-major order of a float32 tensor. */
    public void set(long index, float value) {
        data.set(FLOAT, index * 4, value);
    }

    /** A copy of a float32 tensor on the Java heap. */
    public float[] toFloats() {
        if (dtype() != DType.F32) {
            throw new IllegalStateException("expected float32 but this tensor is " + dtype());
        }
        return data.toArray(FLOAT);
    }
}
