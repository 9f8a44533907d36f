package dev.ocellus.engine.backend.cpu;

/** Mean over all pixels of each image, summed in double precision. */
final class GlobalAveragePoolKernel implements Kernel {
    private final NativeTensor x;
    private final NativeTensor y;
    private final WorkerPool.Task part = this::part;

    /** @param y one pixel an image */
    GlobalAveragePoolKernel(NativeTensor x, NativeTensor y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(x.images(), part);
    }

    private void part(int n, int worker) {
        for (int c = 0; c < x.channels(); c++) {
            double sum = 0;
            for (int p = 0; p < x.pixels(); p++) {
                sum += Memory.getFloat(x.at(n, p) + (long) c * Float.BYTES);
            }
            Memory.setFloat(y.at(n, 0) + (long) c * Float.BYTES, (float) (sum / x.pixels()));
        }
    }
}
