package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

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
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = (long) i * Float.BYTES;
            FloatVector centred = FloatVector.fromMemorySegment(FLOATS, ALL, gradient + at, ORDER, mask)
                    .sub(dot);
            centred.mul(FloatVector.fromMemorySegment(FLOATS, ALL, result + at, ORDER, mask))
                    .intoMemorySegment(ALL, to + at, ORDER, mask);
        }
    }
}
