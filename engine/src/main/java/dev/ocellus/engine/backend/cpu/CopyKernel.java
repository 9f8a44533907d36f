package dev.ocellus.engine.backend.cpu;

/** out = x, for example to place a tensor into a slice of a wider one. */
final class CopyKernel extends PointwiseKernel {
    CopyKernel(NativeTensor x, NativeTensor out) {
        super(x, x, out);
    }

    @Override
    void row(long first, long second, long out, int count) {
        Memory.copy(first, out, (long) count * Float.BYTES);
    }
}
