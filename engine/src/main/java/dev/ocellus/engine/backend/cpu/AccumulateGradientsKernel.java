package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.ops.ParameterRange;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** a ← a + g, or a ← g on the first batch of a window. */
final class AccumulateGradientsKernel extends RangeKernel {
    private final long sum;
    private final long gradients;
    private final long control;

    /** Binds both stores of {@code elements} numbers and the control store by their addresses. */
    AccumulateGradientsKernel(long sum, long gradients, long elements, long control) {
        super(List.of(new ParameterRange(0, elements, 0)), 0);
        this.sum = sum;
        this.gradients = gradients;
        this.control = control;
    }

    @Override
    void chunk(int index, long byteOffset, int count, int decayGroup) {
        if (control(control, Control.FIRST_BATCH) != 0) {
            Memory.copy(gradients + byteOffset, sum + byteOffset, (long) count * Float.BYTES);
            return;
        }
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = byteOffset + (long) i * Float.BYTES;
            FloatVector.fromMemorySegment(FLOATS, ALL, sum + at, ORDER, mask)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, gradients + at, ORDER, mask))
                    .intoMemorySegment(ALL, sum + at, ORDER, mask);
        }
    }
}
