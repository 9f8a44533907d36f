package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Maximum over windows; padding never wins, of equal values the first wins, NaN wins over all. The winner's position in
 * its window is kept as a byte, row-major, for the gradient.
 */
final class MaxPoolKernel implements Kernel {
    private final PoolGeometry g;
    private final NativeTensor x;
    private final NativeTensor y;
    private final NativeTensor winners;
    private final WorkerPool.Task part = this::part;

    /** @param winners bytes, one for each element of y */
    MaxPoolKernel(PoolGeometry g, NativeTensor x, NativeTensor y, NativeTensor winners) {
        if (g.kernel() * g.kernel() > 256) {
            throw new IllegalArgumentException("windows of " + g.kernel() + " do not fit into a byte");
        }
        this.g = g;
        this.x = x;
        this.y = y;
        this.winners = winners;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(y.images() * g.outHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.outHeight();
        int oy = task % g.outHeight();
        for (int ox = 0; ox < g.outWidth(); ox++) {
            int p = oy * g.outWidth() + ox;
            for (int c = 0; c < y.channels(); c += LANES) {
                window(
                        n,
                        oy,
                        ox,
                        c,
                        y.at(n, p) + (long) c * Float.BYTES,
                        winners.address() + winners.element(n, p) + c);
            }
        }
    }

    private void window(int n, int oy, int ox, int c, long out, long winner) {
        VectorMask<Float> mask = FLOATS.indexInRange(c, y.channels());
        FloatVector best = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
        FloatVector at =
                FloatVector.broadcast(FLOATS, g.inWindow(g.from(oy), oy) * g.kernel() + g.inWindow(g.from(ox), ox));
        for (int iy = g.from(oy); iy < g.toRow(oy); iy++) {
            for (int ix = g.from(ox); ix < g.toColumn(ox); ix++) {
                FloatVector v = FloatVector.fromMemorySegment(
                        FLOATS, ALL, x.at(n, iy * g.inWidth() + ix) + (long) c * Float.BYTES, ORDER, mask);
                VectorMask<Float> wins =
                        v.compare(VectorOperators.LE, best).not().and(best.eq(best));
                best = best.blend(v, wins);
                at = at.blend(g.inWindow(iy, oy) * g.kernel() + g.inWindow(ix, ox), wins);
            }
        }
        best.intoMemorySegment(ALL, out, ORDER, mask);
        for (int lane = 0; lane < Math.min(LANES, y.channels() - c); lane++) {
            Memory.setByte(winner + lane, (byte) (int) at.lane(lane));
        }
    }
}
