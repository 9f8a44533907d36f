package dev.ocellus.engine.backend.cpu;

/** Gradient of {@link UpsampleKernel}: the sum over the copies of each pixel. */
final class UpsampleGradientKernel implements Kernel {
    private final NativeTensor dx;
    private final int factor;
    private final int width;
    private final WindowSum windows;
    private final WorkerPool.Task part = this::part;

    /**
     * Binds the operands.
     *
     * @param width width of dx in pixels
     * @param accumulate whether to add to dx
     */
    UpsampleGradientKernel(NativeTensor dy, NativeTensor dx, int factor, int width, boolean accumulate) {
        this.dx = dx;
        this.factor = factor;
        this.width = width;
        windows = new WindowSum(dy, width * factor, 1, accumulate);
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(dx.images() * (dx.pixels() / width), part);
    }

    private void part(int task, int worker) {
        int height = dx.pixels() / width;
        int n = task / height;
        int row = task % height;
        for (int column = 0; column < width; column++) {
            int top = row * factor;
            int left = column * factor;
            windows.write(n, top, top + factor, left, left + factor, dx.at(n, row * width + column));
        }
    }
}
