package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Spreads the gradient of each window over its pixels, times a factor. With the factor 1 / kernel² it is the gradient of
 * {@link AveragePoolKernel}.
 */
final class AveragePoolGradientKernel implements Kernel {
    private final PoolGeometry g;
    private final NativeTensor dy;
    private final NativeTensor dx;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /** @param accumulate whether to add to dx */
    AveragePoolGradientKernel(PoolGeometry g, NativeTensor dy, NativeTensor dx, boolean accumulate) {
        this.g = g;
        this.dy = dy;
        this.dx = dx;
        this.accumulate = accumulate;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(dx.images() * g.inHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.inHeight();
        int iy = task % g.inHeight();
        float share = 1f / (g.kernel() * g.kernel());
        for (int ix = 0; ix < g.inWidth(); ix++) {
            for (int c = 0; c < dx.channels(); c += LANES) {
                VectorMask<Float> mask = FLOATS.indexInRange(c, dx.channels());
                FloatVector sum = FloatVector.zero(FLOATS);
                for (int oy = g.firstWindow(iy); oy <= g.lastWindow(iy, g.outHeight()); oy++) {
                    for (int ox = g.firstWindow(ix); ox <= g.lastWindow(ix, g.outWidth()); ox++) {
                        sum = sum.add(FloatVector.fromMemorySegment(
                                FLOATS, ALL, dy.at(n, oy * g.outWidth() + ox) + (long) c * Float.BYTES, ORDER, mask));
                    }
                }
                long out = dx.at(n, iy * g.inWidth() + ix) + (long) c * Float.BYTES;
                FloatVector result = sum.mul(share);
                (accumulate ? result.add(FloatVector.fromMemorySegment(FLOATS, ALL, out, ORDER, mask)) : result)
                        .intoMemorySegment(ALL, out, ORDER, mask);
            }
        }
    }
}
