package dev.ocellus.engine.backend.cpu;

/** Gradient of {@link GlobalAveragePoolKernel}: each pixel gets the same share. */
final class GlobalAveragePoolGradientKernel implements Kernel {
    private final NativeTensor dy;
    private final NativeTensor dx;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /** @param accumulate whether to add to dx */
    GlobalAveragePoolGradientKernel(NativeTensor dy, NativeTensor dx, boolean accumulate) {
        this.dy = dy;
        this.dx = dx;
        this.accumulate = accumulate;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(dx.images(), part);
    }

    private void part(int n, int worker) {
        for (int p = 0; p < dx.pixels(); p++) {
            for (int c = 0; c < dx.channels(); c++) {
                long out = dx.at(n, p) + (long) c * Float.BYTES;
                float share = Memory.getFloat(dy.at(n, 0) + (long) c * Float.BYTES) / dx.pixels();
                Memory.setFloat(out, accumulate ? Memory.getFloat(out) + share : share);
            }
        }
    }
}
