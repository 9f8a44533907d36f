package dev.ocellus.engine.backend.cpu;

/** Sum of each channel over all pixels of a batch, in double precision: the gradient of a bias. */
final class ChannelSumKernel implements Kernel {
    private final NativeTensor x;
    private final long out;
    private final boolean accumulate;
    private final RowBlocks blocks;
    private final ChannelSums sums;
    private final WorkerPool.Task part = this::part;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param out address of one number a channel
     * @param accumulate whether to add to out
     */
    ChannelSumKernel(NativeTensor x, long out, boolean accumulate) {
        this.x = x;
        this.out = out;
        this.accumulate = accumulate;
        blocks = RowBlocks.of(x.images(), x.pixels(), x.channels());
        sums = new ChannelSums(2, x.channels(), blocks.count());
    }

    @Override
    public long scratchBytes(int threads) {
        return sums.bytes();
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(blocks.count(), part);
        sums.reduce(scratch);
        for (int c = 0; c < x.channels(); c++) {
            long to = out + (long) c * Float.BYTES;
            double before = accumulate ? Memory.getFloat(to) : 0;
            Memory.setFloat(to, (float) (before + sums.total(scratch, 0, c)));
        }
    }

    private void part(int block, int worker) {
        sums.moments(
                x.at(blocks.image(block), blocks.first(block)), blocks.size(block), x.pixelStride(), scratch, block);
    }
}
