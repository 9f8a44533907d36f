package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * A tensor whose numbers are fetched when they are needed, so that a file can be written without holding a copy of a
 * whole model.
 *
 * @param data gives exactly {@code spec.bytes()} bytes: dense, row-major, little endian
 */
public record TensorSource(TensorSpec spec, Supplier<MemorySegment> data) {
    /** A tensor that is there already. */
    public static TensorSource of(HostTensor tensor) {
        return new TensorSource(tensor.spec(), tensor::data);
    }
}
