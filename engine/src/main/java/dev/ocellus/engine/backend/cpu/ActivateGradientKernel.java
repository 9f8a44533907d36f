package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import dev.ocellus.engine.ops.Activation;
import jdk.incubator.vector.VectorMask;

/** dx = dy · activation'(x); dx may be dy. */
final class ActivateGradientKernel extends PointwiseKernel {
    private final Activation activation;

    ActivateGradientKernel(Activation activation, NativeTensor dy, NativeTensor x, NativeTensor dx) {
        super(dy, x, dx);
        this.activation = activation;
    }

    @Override
    void row(long first, long second, long out, int count) {
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            long at = (long) i * Float.BYTES;
            Memory.store(
                    Activations.derivative(activation, Memory.load(second + at)).mul(Memory.load(first + at)),
                    out + at);
        }
        if (i < count) {
            long at = (long) i * Float.BYTES;
            VectorMask<Float> rest = Memory.mask(i, count);
            Memory.store(
                    Activations.derivative(activation, Memory.load(second + at, rest))
                            .mul(Memory.load(first + at, rest)),
                    out + at,
                    rest);
        }
    }
}
