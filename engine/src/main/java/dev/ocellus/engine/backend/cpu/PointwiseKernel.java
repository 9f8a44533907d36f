package dev.ocellus.engine.backend.cpu;

/**
 * A kernel that treats each element by itself: it reads up to two tensors and writes a third of the same shape, which may
 * be one of them. Tensors without gaps are treated as one row, all others pixel by pixel.
 */
abstract class PointwiseKernel implements Kernel {
    private static final int CHUNK = 16 << 10;

    private final NativeTensor first;
    private final NativeTensor second;
    private final NativeTensor out;
    private final boolean flat;
    private final int tasks;
    private final int rowsPerTask;
    private final WorkerPool.Task part = this::part;

    /** @param second the same as {@code first} if there is only one operand */
    PointwiseKernel(NativeTensor first, NativeTensor second, NativeTensor out) {
        this.first = first;
        this.second = second;
        this.out = out;
        flat = first.dense() && second.dense() && out.dense();
        rowsPerTask = Math.max(1, CHUNK / Math.max(1, out.channels()));
        long rows = (long) out.images() * out.pixels();
        tasks = Math.toIntExact(Math.ceilDiv(flat ? out.elements() : rows, flat ? CHUNK : rowsPerTask));
    }

    /** Computes {@code count} consecutive elements at the given addresses. */
    abstract void row(long first, long second, long out, int count);

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(tasks, part);
    }

    private void part(int task, int worker) {
        if (flat) {
            long offset = (long) task * CHUNK;
            long bytes = offset * Float.BYTES;
            int count = (int) Math.min(CHUNK, out.elements() - offset);
            row(first.address() + bytes, second.address() + bytes, out.address() + bytes, count);
            return;
        }
        int from = task * rowsPerTask;
        int to = Math.min(from + rowsPerTask, out.images() * out.pixels());
        for (int i = from; i < to; i++) {
            int n = i / out.pixels();
            int p = i % out.pixels();
            row(first.at(n, p), second.at(n, p), out.at(n, p), out.channels());
        }
    }
}
