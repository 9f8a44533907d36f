package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import dev.ocellus.engine.ops.Activation;
import jdk.incubator.vector.VectorMask;

/** y = activation(x). */
final class ActivateKernel extends PointwiseKernel {
    private final Activation activation;

    ActivateKernel(Activation activation, NativeTensor x, NativeTensor y) {
        super(x, x, y);
        this.activation = activation;
    }

    @Override
    void row(long first, long second, long out, int count) {
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            long at = (long) i * Float.BYTES;
            Memory.store(Activations.value(activation, Memory.load(first + at)), out + at);
        }
        if (i < count) {
            long at = (long) i * Float.BYTES;
            VectorMask<Float> rest = Memory.mask(i, count);
            Memory.store(Activations.value(activation, Memory.load(first + at, rest)), out + at, rest);
        }
    }
}
