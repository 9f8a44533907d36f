package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.Activation;

/** y = activation(x). */
final class ActivateKernel extends PointwiseKernel {
    private final Activation activation;

    ActivateKernel(Activation activation, NativeTensor x, NativeTensor y) {
        super(x, x, y);
        this.activation = activation;
    }

    @Override
    void row(long first, long second, long out, int count) {
        int whole = count / LANES;
        int rest = count % LANES;
        Activations.values(activation, first, out, whole, LANES);
        if (rest > 0) {
            long at = (long) whole * VECTOR;
            Activations.values(activation, first + at, out + at, 1, rest);
        }
    }
}
