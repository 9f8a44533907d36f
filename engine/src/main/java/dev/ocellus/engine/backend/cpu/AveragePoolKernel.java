package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Mean over windows; padding counts as zeros. */
final class AveragePoolKernel implements Kernel {
    private final PoolGeometry g;
    private final NativeTensor x;
    private final NativeTensor y;
    private final WorkerPool.Task part = this::part;

    AveragePoolKernel(PoolGeometry g, NativeTensor x, NativeTensor y) {
        this.g = g;
        this.x = x;
        this.y = y;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(y.images() * g.outHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.outHeight();
        int oy = task % g.outHeight();
        for (int ox = 0; ox < g.outWidth(); ox++) {
            for (int c = 0; c < y.channels(); c += LANES) {
                VectorMask<Float> mask = FLOATS.indexInRange(c, y.channels());
                FloatVector sum = FloatVector.zero(FLOATS);
                for (int iy = g.from(oy); iy < g.toRow(oy); iy++) {
                    for (int ix = g.from(ox); ix < g.toColumn(ox); ix++) {
                        sum = sum.add(FloatVector.fromMemorySegment(
                                FLOATS, ALL, x.at(n, iy * g.inWidth() + ix) + (long) c * Float.BYTES, ORDER, mask));
                    }
                }
                long out = y.at(n, oy * g.outWidth() + ox) + (long) c * Float.BYTES;
                sum.mul(1f / (g.kernel() * g.kernel())).intoMemorySegment(ALL, out, ORDER, mask);
            }
        }
    }
}
