package dev.ocellus.engine.backend.cpu;

/** scale · Σ x over all elements, summed in double precision; a mean with scale 1 / elements. */
final class ReduceKernel implements Kernel {
    private final NativeTensor x;
    private final long out;
    private final double scale;
    private final RowBlocks blocks;
    private final WorkerPool.Task part = this::part;
    private long sums;

    /** @param out address of the result */
    ReduceKernel(NativeTensor x, long out, double scale) {
        this.x = x;
        this.out = out;
        this.scale = scale;
        blocks = RowBlocks.of(x.images(), x.pixels(), x.channels());
    }

    @Override
    public long scratchBytes(int threads) {
        return (long) blocks.count() * Double.BYTES;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        sums = scratch;
        pool.run(blocks.count(), part);
        double sum = 0;
        for (int block = 0; block < blocks.count(); block++) {
            sum += Memory.getDouble(sums + (long) block * Double.BYTES);
        }
        Memory.setFloat(out, (float) (scale * sum));
    }

    private void part(int block, int worker) {
        double sum = 0;
        for (int p = 0; p < blocks.size(block); p++) {
            sum += Rows.sum(x.at(blocks.image(block), blocks.first(block) + p), x.channels());
        }
        Memory.setDouble(sums + (long) block * Double.BYTES, sum);
    }
}
