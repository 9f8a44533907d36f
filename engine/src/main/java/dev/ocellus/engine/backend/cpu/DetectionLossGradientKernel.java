package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.DetectionHead;

/** Gradient of {@link dev.ocellus.engine.ops.DetectionLoss} for the raw predictions. */
final class DetectionLossGradientKernel implements Kernel {
    private static final long LOGITS = (long) DetectionHead.BOX_CHANNELS * Float.BYTES;

    private final DetectionTerms terms;
    private final long seed;
    private final NativeTensor dRaw;
    private final WorkerPool.Task block = this::block;
    private PositiveAnchor[] positives = {};
    private double scale;

    /**
     * Binds the operands.
     *
     * @param seed address of the gradient of the total
     */
    DetectionLossGradientKernel(DetectionTerms terms, long seed, NativeTensor dRaw) {
        this.terms = terms;
        this.seed = seed;
        this.dRaw = dRaw;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        positives = PositiveAnchor.atLeast(pool.threads(), positives);
        scale = Memory.getFloat(seed) / terms.normaliser();
        pool.run(terms.blocks.count(), block);
    }

    private void block(int task, int worker) {
        int n = terms.blocks.image(task);
        int first = terms.blocks.first(task);
        double perClass = scale * terms.loss.classGain();
        for (int a = first; a < first + terms.blocks.size(task); a++) {
            long row = terms.raw.at(n, a);
            long out = dRaw.at(n, a);
            ClassLogits.sigmoid(row + LOGITS, out + LOGITS, terms.classes, (float) perClass);
            int target = terms.target(n, a);
            if (target < 0) {
                Memory.zero(out, LOGITS);
            } else {
                double weight = terms.weight(n, a);
                long own = out + LOGITS + (long) terms.cls(n, target) * Float.BYTES;
                Memory.setFloat(own, (float) (Memory.getFloat(own) - perClass * weight));
                PositiveAnchor positive = positives[worker];
                terms.place(n, a, target, positive);
                positive.gradient(
                        row,
                        out,
                        -scale * terms.loss.boxGain() * weight,
                        scale * terms.loss.distributionGain() * weight);
            }
        }
    }
}
