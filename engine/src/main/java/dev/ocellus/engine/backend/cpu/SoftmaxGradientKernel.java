package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.LANES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Gradient of {@link SoftmaxKernel}: dx = y · (dy − Σ dy·y). */
final class SoftmaxGradientKernel extends RowKernel {
    private final NativeTensor dy;
    private final NativeTensor y;
    private final NativeTensor dx;

    SoftmaxGradientKernel(NativeTensor dy, NativeTensor y, NativeTensor dx) {
        super(dy);
        this.dy = dy;
        this.y = y;
        this.dx = dx;
    }

    @Override
    void row(int image, int pixel, int index) {
        long gradient = dy.at(image, pixel);
        long result = y.at(image, pixel);
        long to = dx.at(image, pixel);
        int count = dy.channels();
        float dot = (float) Rows.dot(gradient, result, count);
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = Memory.mask(i, count);
            long at = (long) i * Float.BYTES;
            FloatVector centred = Memory.load(gradient + at, mask).sub(dot);
            Memory.store(centred.mul(Memory.load(result + at, mask)), to + at, mask);
        }
    }
}
