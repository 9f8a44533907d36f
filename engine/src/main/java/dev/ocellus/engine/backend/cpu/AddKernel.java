package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import jdk.incubator.vector.VectorMask;

/** out = a + b; out may be one of them. */
final class AddKernel extends PointwiseKernel {
    AddKernel(NativeTensor a, NativeTensor b, NativeTensor out) {
        super(a, b, out);
    }

    @Override
    void row(long first, long second, long out, int count) {
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            long at = (long) i * Float.BYTES;
            Memory.store(Memory.load(first + at).add(Memory.load(second + at)), out + at);
        }
        if (i < count) {
            long at = (long) i * Float.BYTES;
            VectorMask<Float> rest = Memory.mask(i, count);
            Memory.store(Memory.load(first + at, rest).add(Memory.load(second + at, rest)), out + at, rest);
        }
    }
}
