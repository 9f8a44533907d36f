package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** exp(x − max) normalised over each row. */
final class SoftmaxKernel extends RowKernel {
    private final NativeTensor x;
    private final NativeTensor y;

    SoftmaxKernel(NativeTensor x, NativeTensor y) {
        super(x);
        this.x = x;
        this.y = y;
    }

    @Override
    void row(int image, int pixel, int index) {
        long from = x.at(image, pixel);
        long to = y.at(image, pixel);
        int count = x.channels();
        float max = Rows.max(from, count);
        float scale = (float) (1 / Rows.sumExp(from, count, max));
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            FloatVector e = VectorMath.exp(
                    FloatVector.fromMemorySegment(FLOATS, ALL, from + (long) i * Float.BYTES, ORDER, mask)
                            .sub(max));
            e.mul(scale).intoMemorySegment(ALL, to + (long) i * Float.BYTES, ORDER, mask);
        }
    }
}
