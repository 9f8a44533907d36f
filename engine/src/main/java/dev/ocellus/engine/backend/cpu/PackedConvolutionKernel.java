package dev.ocellus.engine.backend.cpu;

/** A convolution by windows whose weights are first copied, panel by panel, into the order that the windows read them in. */
abstract class PackedConvolutionKernel implements Kernel {
    /** Vectors of output channels that a panel holds. */
    private static final int PANEL_VECTORS = 2;

    final DirectConvolution convolution;
    private final int groups;
    private final int panels;
    private final WorkerPool.Task pack = this::pack;
    private final WorkerPool.Task part = this::part;
    private long scratch;

    /** @param outputs channels of a group that the convolution computes */
    PackedConvolutionKernel(DirectConvolution convolution, int groups, int outputs) {
        this.convolution = convolution;
        this.groups = groups;
        panels = Math.ceilDiv(DirectConvolution.vectors(outputs), PANEL_VECTORS);
    }

    /**
     * Copies the weights of a panel.
     *
     * @param to address of the packed weights of the group
     */
    abstract void pack(int group, int panel, long to);

    @Override
    public final long scratchBytes(int threads) {
        return Memory.align(convolution.weightBytes()) + threads * convolution.workerBytes();
    }

    @Override
    public final void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(groups * panels, pack);
        pool.run(convolution.tasks(), part);
    }

    private void pack(int task, int worker) {
        int group = task / panels;
        pack(group, task % panels, scratch + group * (convolution.weightBytes() / groups));
    }

    private void part(int task, int worker) {
        long packed = Memory.align(convolution.weightBytes());
        convolution.run(task, scratch, scratch + packed + worker * convolution.workerBytes());
    }
}
