package dev.ocellus.engine.backend.cpu;

/** Gradient of {@link MaxPoolKernel}: each input collects the gradients of the windows that it won. */
final class MaxPoolGradientKernel implements Kernel {
    private static final int UNSIGNED = 0xFF;

    private final PoolGeometry g;
    private final NativeTensor dy;
    private final NativeTensor winners;
    private final NativeTensor dx;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /** @param accumulate whether to add to dx */
    MaxPoolGradientKernel(PoolGeometry g, NativeTensor dy, NativeTensor winners, NativeTensor dx, boolean accumulate) {
        this.g = g;
        this.dy = dy;
        this.winners = winners;
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
        for (int ix = 0; ix < g.inWidth(); ix++) {
            long out = dx.at(n, iy * g.inWidth() + ix);
            if (!accumulate) {
                Memory.zero(out, (long) dx.channels() * Float.BYTES);
            }
            for (int oy = g.firstWindow(iy); oy <= g.lastWindow(iy, g.outHeight()); oy++) {
                for (int ox = g.firstWindow(ix); ox <= g.lastWindow(ix, g.outWidth()); ox++) {
                    int p = oy * g.outWidth() + ox;
                    int position = g.inWindow(iy, oy) * g.kernel() + g.inWindow(ix, ox);
                    collect(out, dy.at(n, p), winners.address() + winners.element(n, p), position);
                }
            }
        }
    }

    private void collect(long out, long from, long winner, int position) {
        for (int c = 0; c < dx.channels(); c++) {
            if ((Memory.getByte(winner + c) & UNSIGNED) == position) {
                long at = (long) c * Float.BYTES;
                Memory.setFloat(out + at, Memory.getFloat(out + at) + Memory.getFloat(from + at));
            }
        }
    }
}
