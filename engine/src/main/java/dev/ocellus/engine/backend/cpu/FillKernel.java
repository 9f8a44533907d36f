package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;

/**
 * Sets each element to scale · s, with s the number at an address, or 1 if there is none. The gradient of a sum or a mean
 * is such a fill.
 */
final class FillKernel extends PointwiseKernel {
    private final long source;
    private final float scale;

    /** @param source address of s, or 0 for s = 1 */
    FillKernel(NativeTensor out, long source, float scale) {
        super(out, out, out);
        this.source = source;
        this.scale = scale;
    }

    @Override
    void row(long first, long second, long out, int count) {
        float number = source == 0 ? scale : scale * Memory.getFloat(source);
        FloatVector value = FloatVector.broadcast(FLOATS, number);
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            value.intoMemorySegment(ALL, out + (long) i * Float.BYTES, ORDER);
        }
        if (i < count) {
            value.intoMemorySegment(ALL, out + (long) i * Float.BYTES, ORDER, FLOATS.indexInRange(i, count));
        }
    }
}
