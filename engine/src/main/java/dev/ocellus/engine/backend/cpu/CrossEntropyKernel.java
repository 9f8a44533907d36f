package dev.ocellus.engine.backend.cpu;

/** Mean cross-entropy of rows of logits, as {@link dev.ocellus.engine.ops.CrossEntropy} defines it. */
final class CrossEntropyKernel extends RowKernel {
    private final NativeTensor logits;
    private final long labels;
    private final long loss;
    private final float smoothing;
    private long terms;

    /**
     * Binds the operands.
     *
     * @param labels address of one int a row
     * @param loss address of the result
     */
    CrossEntropyKernel(NativeTensor logits, long labels, long loss, float smoothing) {
        super(logits);
        this.logits = logits;
        this.labels = labels;
        this.loss = loss;
        this.smoothing = smoothing;
    }

    @Override
    public long scratchBytes(int threads) {
        return (long) logits.images() * logits.pixels() * Double.BYTES;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        terms = scratch;
        super.run(pool, scratch);
        int rows = logits.images() * logits.pixels();
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += Memory.getDouble(terms + (long) i * Double.BYTES);
        }
        Memory.setFloat(loss, (float) (sum / rows));
    }

    @Override
    void row(int image, int pixel, int index) {
        long row = logits.at(image, pixel);
        int classes = logits.channels();
        int label = Memory.getInt(labels + (long) index * Integer.BYTES);
        float max = Rows.max(row, classes);
        double logSum = max + Math.log(Rows.sumExp(row, classes, max));
        double own = logSum - Memory.getFloat(row + (long) label * Float.BYTES);
        double all = smoothing == 0 ? 0 : logSum - Rows.sum(row, classes) / classes;
        Memory.setDouble(terms + (long) index * Double.BYTES, (1 - smoothing) * own + smoothing * all);
    }
}
