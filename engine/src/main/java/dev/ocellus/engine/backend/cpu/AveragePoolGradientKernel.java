package dev.ocellus.engine.backend.cpu;

/** Gradient of {@link AveragePoolKernel}: each pixel gets its share of each window that covers it. */
final class AveragePoolGradientKernel implements Kernel {
    private final PoolGeometry g;
    private final NativeTensor dx;
    private final WindowSum windows;
    private final WorkerPool.Task part = this::part;

    /** @param accumulate whether to add to dx */
    AveragePoolGradientKernel(PoolGeometry g, NativeTensor dy, NativeTensor dx, boolean accumulate) {
        this.g = g;
        this.dx = dx;
        windows = new WindowSum(dy, g.outWidth(), 1f / (g.kernel() * g.kernel()), accumulate);
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(dx.images() * g.inHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.inHeight();
        int iy = task % g.inHeight();
        int top = g.firstWindow(iy);
        int bottom = g.lastWindow(iy, g.outHeight()) + 1;
        for (int ix = 0; ix < g.inWidth(); ix++) {
            int right = g.lastWindow(ix, g.outWidth()) + 1;
            windows.write(n, top, bottom, g.firstWindow(ix), right, dx.at(n, iy * g.inWidth() + ix));
        }
    }
}
