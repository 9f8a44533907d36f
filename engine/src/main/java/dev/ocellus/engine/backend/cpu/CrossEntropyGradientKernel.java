package dev.ocellus.engine.backend.cpu;

/** Gradient of {@link CrossEntropyKernel} for the logits: dy / rows · (softmax − target). */
final class CrossEntropyGradientKernel extends RowKernel {
    private final long dy;
    private final NativeTensor logits;
    private final long labels;
    private final NativeTensor dx;
    private final float smoothing;

    /**
     * Binds the operands.
     *
     * @param dy address of the gradient of the loss
     * @param labels address of one int a row
     */
    CrossEntropyGradientKernel(long dy, NativeTensor logits, long labels, NativeTensor dx, float smoothing) {
        super(logits);
        this.dy = dy;
        this.logits = logits;
        this.labels = labels;
        this.dx = dx;
        this.smoothing = smoothing;
    }

    @Override
    void row(int image, int pixel, int index) {
        long row = logits.at(image, pixel);
        long to = dx.at(image, pixel);
        int classes = logits.channels();
        int label = Memory.getInt(labels + (long) index * Integer.BYTES);
        double factor = Memory.getFloat(dy) / ((double) logits.images() * logits.pixels());
        float max = Rows.max(row, classes);
        double sum = Rows.sumExp(row, classes, max);
        for (int c = 0; c < classes; c++) {
            double p = Math.exp(Memory.getFloat(row + (long) c * Float.BYTES) - max) / sum;
            double target = smoothing / classes + (c == label ? 1 - smoothing : 0);
            Memory.setFloat(to + (long) c * Float.BYTES, (float) (factor * (p - target)));
        }
    }
}
