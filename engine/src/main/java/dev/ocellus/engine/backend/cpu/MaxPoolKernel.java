package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;
import static jdk.incubator.vector.VectorOperators.LE;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

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
    private long scratch;

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
    public long scratchBytes(int threads) {
        return (long) threads * VECTOR;
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(y.images() * g.outHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.outHeight();
        int oy = task % g.outHeight();
        long place = scratch + (long) worker * VECTOR;
        for (int ox = 0; ox < g.outWidth(); ox++) {
            int p = oy * g.outWidth() + ox;
            long corner = x.at(n, g.from(oy) * g.inWidth() + g.from(ox));
            int first = g.inWindow(g.from(oy), oy) * g.kernel() + g.inWindow(g.from(ox), ox);
            int rows = g.toRow(oy) - g.from(oy);
            int columns = g.toColumn(ox) - g.from(ox);
            for (int c = 0; c < y.channels(); c += LANES) {
                int lanes = Math.min(LANES, y.channels() - c);
                long offset = (long) c * Float.BYTES;
                window(corner + offset, first, rows, columns, lanes, y.at(n, p) + offset, place);
                long winner = winners.address() + winners.element(n, p) + c;
                for (int lane = 0; lane < lanes; lane++) {
                    Memory.setByte(winner + lane, (byte) Memory.getFloat(place + (long) lane * Float.BYTES));
                }
            }
        }
    }

    /** @param place where the winners' positions go, as numbers */
    private void window(long corner, int first, int rows, int columns, int lanes, long out, long place) {
        VectorMask<Float> mask = FLOATS.indexInRange(0, lanes);
        FloatVector best = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
        FloatVector winner = FloatVector.broadcast(FLOATS, first);
        for (int r = 0; r < rows; r++, corner += g.inWidth() * x.step()) {
            long at = corner;
            for (int i = 0; i < columns; i++, at += x.step()) {
                FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER, mask);
                VectorMask<Float> wins = v.compare(LE, best).not().and(best.eq(best));
                best = best.blend(v, wins);
                winner = winner.blend(first + r * g.kernel() + i, wins);
            }
        }
        best.intoMemorySegment(ALL, out, ORDER, mask);
        winner.intoMemorySegment(ALL, place, ORDER);
    }
}
