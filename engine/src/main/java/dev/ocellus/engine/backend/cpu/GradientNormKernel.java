package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.DOUBLES;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static jdk.incubator.vector.VectorOperators.F2D;

import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.ops.ParameterRange;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/** Euclidean norm of ranges of the gradient store, summed in double precision. */
final class GradientNormKernel extends RangeKernel {
    private final long gradients;
    private final long out;
    private final long scaled;
    private long sums;

    /**
     * Binds the operands.
     *
     * @param out address of the result
     * @param scaled address of the scaler store, or 0
     */
    GradientNormKernel(List<ParameterRange> ranges, long gradients, long out, long scaled) {
        super(ranges, 0);
        this.scaled = scaled;
        this.gradients = gradients;
        this.out = out;
    }

    @Override
    public long scratchBytes(int threads) {
        return (long) chunks() * Double.BYTES;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        sums = scratch;
        super.run(pool, scratch);
        double sum = 0;
        for (int i = 0; i < chunks(); i++) {
            sum += Memory.getDouble(sums + (long) i * Double.BYTES);
        }
        double norm = Math.sqrt(sum);
        if (scaled != 0) {
            norm /= Memory.getFloat(scaled + (long) Scaler.SCALE.ordinal() * Float.BYTES);
            Memory.setFloat(scaled + (long) Scaler.SKIP.ordinal() * Float.BYTES, Double.isFinite(norm) ? 0 : 1);
        }
        Memory.setFloat(out, (float) norm);
    }

    @Override
    void chunk(int index, long byteOffset, int count, int decayGroup) {
        DoubleVector low = DoubleVector.zero(DOUBLES);
        DoubleVector high = low;
        for (int i = 0; i < count; i += LANES) {
            FloatVector g = FloatVector.fromMemorySegment(
                    FLOATS, ALL, gradients + byteOffset + (long) i * Float.BYTES, ORDER, FLOATS.indexInRange(i, count));
            DoubleVector gLow = (DoubleVector) g.convertShape(F2D, DOUBLES, 0);
            DoubleVector gHigh = (DoubleVector) g.convertShape(F2D, DOUBLES, 1);
            low = gLow.fma(gLow, low);
            high = gHigh.fma(gHigh, high);
        }
        Memory.setDouble(sums + (long) index * Double.BYTES, VectorMath.sum(low.add(high)));
    }
}
