package dev.ocellus.engine.backend.cpu;

/** A kernel that treats each row of channels by itself. */
abstract class RowKernel implements Kernel {
    private static final int ELEMENTS = 16 << 10;

    private final int pixels;
    private final int rows;
    private final int rowsPerTask;
    private final WorkerPool.Task part = this::part;

    /** @param shape a tensor with the rows to treat */
    RowKernel(NativeTensor shape) {
        pixels = shape.pixels();
        rows = shape.images() * shape.pixels();
        rowsPerTask = Math.max(1, ELEMENTS / Math.max(1, shape.channels()));
    }

    /**
     * Treats one row.
     *
     * @param index number of the row in the batch
     */
    abstract void row(int image, int pixel, int index);

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(Math.ceilDiv(rows, rowsPerTask), part);
    }

    private void part(int task, int worker) {
        int to = Math.min(rows, (task + 1) * rowsPerTask);
        for (int i = task * rowsPerTask; i < to; i++) {
            row(i / pixels, i % pixels, i);
        }
    }
}
