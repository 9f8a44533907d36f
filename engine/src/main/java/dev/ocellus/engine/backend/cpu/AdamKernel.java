package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.ops.ParameterRange;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** One step of Adam or AdamW over flat stores, as {@link dev.ocellus.engine.ops.AdamUpdate} defines it. */
final class AdamKernel extends RangeKernel {
    private final boolean decoupledDecay;
    private final float epsilon;
    private final long parameters;
    private final long gradients;
    private final long firstMoments;
    private final long secondMoments;
    private final long norm;
    private final long control;

    /** Binds the stores, the gradient norm and the control store by their addresses, and the scaler store by its or 0. */
    AdamKernel(
            boolean decoupledDecay,
            float epsilon,
            List<ParameterRange> ranges,
            long parameters,
            long gradients,
            long firstMoments,
            long secondMoments,
            long norm,
            long control,
            long scaler) {
        super(ranges, scaler);
        this.decoupledDecay = decoupledDecay;
        this.epsilon = epsilon;
        this.parameters = parameters;
        this.gradients = gradients;
        this.firstMoments = firstMoments;
        this.secondMoments = secondMoments;
        this.norm = norm;
        this.control = control;
    }

    @Override
    void chunk(int index, long byteOffset, int count, int decayGroup) {
        float rate = control(control, Control.LEARNING_RATE);
        float decay = decay(control, decayGroup);
        float keep1 = control(control, Control.MOMENTUM);
        float keep2 = control(control, Control.BETA2);
        double updates = scaler == 0 ? 0 : scaling(Scaler.DONE) + 1;
        double correction1 = scaler == 0 ? control(control, Control.BIAS_CORRECTION1) : 1 - Math.pow(keep1, updates);
        double correction2 = scaler == 0 ? control(control, Control.BIAS_CORRECTION2) : 1 - Math.pow(keep2, updates);
        float step = (float) (-rate / correction1);
        float rootScale = (float) (1 / Math.sqrt(correction2));
        float shrink = decoupledDecay ? 1 - rate * decay : 1;
        FloatVector added = FloatVector.broadcast(FLOATS, decoupledDecay ? 0 : decay);
        float clip = factor(control, norm);
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = byteOffset + (long) i * Float.BYTES;
            FloatVector p = FloatVector.fromMemorySegment(FLOATS, ALL, parameters + at, ORDER, mask);
            FloatVector g = p.fma(
                    added,
                    FloatVector.fromMemorySegment(FLOATS, ALL, gradients + at, ORDER, mask)
                            .mul(clip));
            FloatVector m = FloatVector.fromMemorySegment(FLOATS, ALL, firstMoments + at, ORDER, mask);
            m = m.add(g.sub(m).mul(1 - keep1));
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, secondMoments + at, ORDER, mask)
                    .mul(keep2)
                    .add(g.mul(g).mul(1 - keep2));
            m.intoMemorySegment(ALL, firstMoments + at, ORDER, mask);
            v.intoMemorySegment(ALL, secondMoments + at, ORDER, mask);
            FloatVector root = v.sqrt().mul(rootScale).add(epsilon);
            p.mul(shrink).add(m.div(root).mul(step)).intoMemorySegment(ALL, parameters + at, ORDER, mask);
        }
    }
}
