package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.DetectionHead;

/** Evaluates {@link dev.ocellus.engine.ops.DetectionLoss}; sums are in double precision. */
final class DetectionLossKernel implements Kernel {
    private static final long LOGITS = (long) DetectionHead.BOX_CHANNELS * Float.BYTES;

    private final DetectionTerms terms;
    private final long total;
    private final long parts;
    private final double[] box;
    private final double[] cls;
    private final double[] distribution;
    private final WorkerPool.Task block = this::block;
    private PositiveAnchor[] positives = {};
    private long buffers;

    /**
     * Binds the operands.
     *
     * @param parts address of the three parts and the mean number of positive anchors
     */
    DetectionLossKernel(DetectionTerms terms, long total, long parts) {
        this.terms = terms;
        this.total = total;
        this.parts = parts;
        int blocks = terms.blocks.count();
        box = new double[blocks];
        cls = new double[blocks];
        distribution = new double[blocks];
    }

    @Override
    public long scratchBytes(int threads) {
        return (long) threads * VECTOR;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        buffers = scratch;
        positives = PositiveAnchor.atLeast(pool.threads(), positives);
        pool.run(terms.blocks.count(), block);
        double normaliser = terms.normaliser();
        double boxPart = terms.loss.boxGain() / normaliser * sum(box);
        double classPart = terms.loss.classGain() / normaliser * sum(cls);
        double distributionPart = terms.loss.distributionGain() / normaliser * sum(distribution);
        Memory.setFloat(total, (float) (boxPart + classPart + distributionPart));
        Memory.setFloat(parts, (float) boxPart);
        Memory.setFloat(parts + Float.BYTES, (float) classPart);
        Memory.setFloat(parts + 2L * Float.BYTES, (float) distributionPart);
        Memory.setFloat(parts + 3L * Float.BYTES, (float) terms.positives());
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private void block(int task, int worker) {
        int n = terms.blocks.image(task);
        int first = terms.blocks.first(task);
        box[task] = 0;
        cls[task] = 0;
        distribution[task] = 0;
        for (int a = first; a < first + terms.blocks.size(task); a++) {
            long row = terms.raw.at(n, a);
            cls[task] += ClassLogits.sumSoftplus(row + LOGITS, terms.classes, buffers + (long) worker * VECTOR);
            int target = terms.target(n, a);
            if (target >= 0) {
                double weight = terms.weight(n, a);
                cls[task] -= weight * Memory.getFloat(row + LOGITS + (long) terms.cls(n, target) * Float.BYTES);
                PositiveAnchor positive = positives[worker];
                terms.place(n, a, target, positive);
                box[task] += weight * (1 - positive.completeIou());
                distribution[task] += weight * positive.crossEntropy(row);
            }
        }
    }
}
