package dev.ocellus.engine.backend.cpu;

/** Mean over windows; padding counts as zeros. */
final class AveragePoolKernel implements Kernel {
    private final PoolGeometry g;
    private final NativeTensor y;
    private final WindowSum windows;
    private final WorkerPool.Task part = this::part;

    AveragePoolKernel(PoolGeometry g, NativeTensor x, NativeTensor y) {
        this.g = g;
        this.y = y;
        windows = new WindowSum(x, g.inWidth(), 1f / (g.kernel() * g.kernel()), false);
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(y.images() * g.outHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.outHeight();
        int oy = task % g.outHeight();
        for (int ox = 0; ox < g.outWidth(); ox++) {
            long out = y.at(n, oy * g.outWidth() + ox);
            windows.write(n, g.from(oy), g.toRow(oy), g.from(ox), g.toColumn(ox), out);
        }
    }
}
