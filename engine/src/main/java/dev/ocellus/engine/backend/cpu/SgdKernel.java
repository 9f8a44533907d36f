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

/** One step of SGD over flat stores, as {@link dev.ocellus.engine.ops.SgdUpdate} defines it. */
final class SgdKernel extends RangeKernel {
    private final boolean nesterov;
    private final long parameters;
    private final long gradients;
    private final long momenta;
    private final long norm;
    private final long control;

    /** Binds the stores, the gradient norm and the control store by their addresses, and the scaler store by its or 0. */
    SgdKernel(
            boolean nesterov,
            List<ParameterRange> ranges,
            long parameters,
            long gradients,
            long momenta,
            long norm,
            long control,
            long scaler) {
        super(ranges, scaler);
        this.nesterov = nesterov;
        this.parameters = parameters;
        this.gradients = gradients;
        this.momenta = momenta;
        this.norm = norm;
        this.control = control;
    }

    @Override
    void chunk(int index, long byteOffset, int count, int decayGroup) {
        float step = -control(control, Control.LEARNING_RATE);
        float momentum = control(control, Control.MOMENTUM);
        boolean first = control(control, Control.FIRST_UPDATE) != 0;
        FloatVector clip = FloatVector.broadcast(FLOATS, factor(control, norm));
        FloatVector decay = FloatVector.broadcast(FLOATS, decay(control, decayGroup));
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = byteOffset + (long) i * Float.BYTES;
            FloatVector p = FloatVector.fromMemorySegment(FLOATS, ALL, parameters + at, ORDER, mask);
            FloatVector g = FloatVector.fromMemorySegment(FLOATS, ALL, gradients + at, ORDER, mask)
                    .mul(clip);
            g = p.fma(decay, g);
            FloatVector m = first
                    ? g
                    : FloatVector.fromMemorySegment(FLOATS, ALL, momenta + at, ORDER, mask)
                            .mul(momentum)
                            .add(g);
            m.intoMemorySegment(ALL, momenta + at, ORDER, mask);
            FloatVector direction = nesterov ? m.mul(momentum).add(g) : m;
            p.add(direction.mul(step)).intoMemorySegment(ALL, parameters + at, ORDER, mask);
        }
    }
}
