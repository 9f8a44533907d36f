package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
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
            FloatVector.fromMemorySegment(FLOATS, ALL, first + at, ORDER)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, second + at, ORDER))
                    .intoMemorySegment(ALL, out + at, ORDER);
        }
        if (i < count) {
            long at = (long) i * Float.BYTES;
            VectorMask<Float> rest = FLOATS.indexInRange(i, count);
            FloatVector.fromMemorySegment(FLOATS, ALL, first + at, ORDER, rest)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, second + at, ORDER, rest))
                    .intoMemorySegment(ALL, out + at, ORDER, rest);
        }
    }
}
