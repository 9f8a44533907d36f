package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.Activation;

/** dx = dy · activation'(x); dx may be dy. */
final class ActivateGradientKernel extends PointwiseKernel {
    private final Activation activation;

    ActivateGradientKernel(Activation activation, NativeTensor dy, NativeTensor x, NativeTensor dx) {
        super(dy, x, dx);
        this.activation = activation;
    }

    @Override
    void row(long first, long second, long out, int count) {
        int whole = count / LANES;
        int rest = count % LANES;
        Activations.gradients(activation, first, VECTOR, second, out, whole, LANES);
        if (rest > 0) {
            long at = (long) whole * VECTOR;
            Activations.gradients(activation, first + at, VECTOR, second + at, out + at, 1, rest);
        }
    }
}
