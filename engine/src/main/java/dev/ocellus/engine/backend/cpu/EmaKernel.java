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

/** Moving average of a store: e ← d · e + (1 − d) · x with d from the control store. */
final class EmaKernel extends RangeKernel {
    private final long average;
    private final long source;
    private final long control;

    /** Binds both stores of {@code elements} numbers and the control store by their addresses, and the scaler store by its or 0. */
    EmaKernel(long average, long source, long elements, long control, long scaler) {
        super(List.of(new ParameterRange(0, elements, 0)), scaler);
        this.average = average;
        this.source = source;
        this.control = control;
    }

    @Override
    void chunk(int index, long byteOffset, int count, int decayGroup) {
        float keep = control(control, Control.EMA_DECAY);
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = byteOffset + (long) i * Float.BYTES;
            FloatVector fresh = FloatVector.fromMemorySegment(FLOATS, ALL, source + at, ORDER, mask)
                    .mul(1 - keep);
            FloatVector.fromMemorySegment(FLOATS, ALL, average + at, ORDER, mask)
                    .mul(keep)
                    .add(fresh)
                    .intoMemorySegment(ALL, average + at, ORDER, mask);
        }
    }
}
