package dev.ocellus.engine.backend.cpu;

/** Nearest-neighbour enlargement by a whole factor: each pixel is copied to factor × factor pixels. */
final class UpsampleKernel implements Kernel {
    private final NativeTensor x;
    private final NativeTensor y;
    private final int factor;
    private final int width;
    private final WorkerPool.Task part = this::part;

    /** @param width width of x in pixels */
    UpsampleKernel(NativeTensor x, NativeTensor y, int factor, int width) {
        this.x = x;
        this.y = y;
        this.factor = factor;
        this.width = width;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(x.images() * (x.pixels() / width), part);
    }

    private void part(int task, int worker) {
        int height = x.pixels() / width;
        int n = task / height;
        int row = task % height;
        long bytes = (long) x.channels() * Float.BYTES;
        for (int dy = 0; dy < factor; dy++) {
            int to = (row * factor + dy) * width * factor;
            for (int column = 0; column < width; column++) {
                long from = x.at(n, row * width + column);
                for (int dx = 0; dx < factor; dx++) {
                    Memory.copy(from, y.at(n, to + column * factor + dx), bytes);
                }
            }
        }
    }
}
