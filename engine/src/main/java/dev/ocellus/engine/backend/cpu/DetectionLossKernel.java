package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.DetectionHead;

/** Evaluates {@link dev.ocellus.engine.ops.DetectionLoss}, image by image, in double precision. */
final class DetectionLossKernel implements Kernel {
    private static final int TERMS = 3;

    private final DetectionTerms terms;
    private final long total;
    private final long parts;
    private final double[][] sums;
    private final double[][] wanted;
    private final double[][] probabilities;
    private final CompleteIou[] overlaps;
    private final WorkerPool.Task image = this::image;

    /** @param parts address of the three parts and the mean number of positive anchors */
    DetectionLossKernel(DetectionTerms terms, long total, long parts) {
        this.terms = terms;
        this.total = total;
        this.parts = parts;
        int images = terms.raw.images();
        sums = new double[images][TERMS];
        wanted = new double[images][4];
        probabilities = new double[images][DetectionHead.BINS];
        overlaps = new CompleteIou[images];
        java.util.Arrays.setAll(overlaps, n -> new CompleteIou());
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(terms.raw.images(), image);
        double box = 0;
        double cls = 0;
        double distribution = 0;
        for (double[] sum : sums) {
            box += sum[0];
            cls += sum[1];
            distribution += sum[2];
        }
        double normaliser = terms.normaliser();
        box *= terms.loss.boxGain() / normaliser;
        cls *= terms.loss.classGain() / normaliser;
        distribution *= terms.loss.distributionGain() / normaliser;
        Memory.setFloat(total, (float) (box + cls + distribution));
        Memory.setFloat(parts, (float) box);
        Memory.setFloat(parts + 4, (float) cls);
        Memory.setFloat(parts + 8, (float) distribution);
        Memory.setFloat(parts + 12, (float) terms.positives());
    }

    private void image(int n, int worker) {
        double[] sum = sums[n];
        java.util.Arrays.fill(sum, 0);
        for (int a = 0; a < terms.anchors; a++) {
            long row = terms.raw.at(n, a);
            int target = terms.target(n, a);
            for (int c = 0; c < terms.classes; c++) {
                double logit = Memory.getFloat(row + 4L * (DetectionHead.BOX_CHANNELS + c));
                sum[1] += Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit)));
            }
            if (target >= 0) {
                positive(n, a, target, row, sum);
            }
        }
    }

    private void positive(int n, int anchor, int target, long row, double[] sum) {
        double weight = terms.weight(n, anchor);
        sum[1] -= weight * Memory.getFloat(row + 4L * (DetectionHead.BOX_CHANNELS + terms.cls(n, target)));
        CompleteIou iou = overlaps[n];
        terms.place(n, anchor, target, iou, wanted[n]);
        double left = terms.distance(n, anchor, 0);
        double top = terms.distance(n, anchor, 1);
        double right = terms.distance(n, anchor, 2);
        double bottom = terms.distance(n, anchor, 3);
        double plain = iou.iou(left, top, right, bottom);
        sum[0] += weight * (1 - iou.complete(plain, left, top, right, bottom));
        double entropy = 0;
        for (int side = 0; side < 4; side++) {
            Distributions.softmax(row + 4L * side * DetectionHead.BINS, probabilities[n]);
            int bin = (int) wanted[n][side];
            double upper = wanted[n][side] - bin;
            entropy -= (1 - upper) * Math.log(probabilities[n][bin]) + upper * Math.log(probabilities[n][bin + 1]);
        }
        sum[2] += weight * entropy / 4;
    }
}
