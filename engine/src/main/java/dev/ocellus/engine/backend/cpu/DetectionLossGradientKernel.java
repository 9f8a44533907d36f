package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.DetectionHead;

/** Gradient of {@link dev.ocellus.engine.ops.DetectionLoss} for the raw predictions. */
final class DetectionLossGradientKernel implements Kernel {
    private static final int BINS = DetectionHead.BINS;

    private final DetectionTerms terms;
    private final long seed;
    private final NativeTensor dRaw;
    private final double[][] wanted;
    private final double[][] probabilities;
    private final CompleteIou[] overlaps;
    private final WorkerPool.Task image = this::image;
    private double scale;

    /** @param seed address of the gradient of the total */
    DetectionLossGradientKernel(DetectionTerms terms, long seed, NativeTensor dRaw) {
        this.terms = terms;
        this.seed = seed;
        this.dRaw = dRaw;
        int images = terms.raw.images();
        wanted = new double[images][4];
        probabilities = new double[images][BINS];
        overlaps = new CompleteIou[images];
        java.util.Arrays.setAll(overlaps, n -> new CompleteIou());
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        scale = Memory.getFloat(seed) / terms.normaliser();
        pool.run(terms.raw.images(), image);
    }

    private void image(int n, int worker) {
        for (int a = 0; a < terms.anchors; a++) {
            long row = terms.raw.at(n, a);
            long out = dRaw.at(n, a);
            int target = terms.target(n, a);
            double weight = target < 0 ? 0 : terms.weight(n, a);
            int cls = target < 0 ? -1 : terms.cls(n, target);
            double perClass = scale * terms.loss.classGain();
            for (int c = 0; c < terms.classes; c++) {
                long at = 4L * (DetectionHead.BOX_CHANNELS + c);
                double probability = 1 / (1 + Math.exp(-Memory.getFloat(row + at)));
                Memory.setFloat(out + at, (float) (perClass * (probability - (c == cls ? weight : 0))));
            }
            if (target < 0) {
                Memory.zero(out, 4L * DetectionHead.BOX_CHANNELS);
            } else {
                box(n, a, target, weight, row, out);
            }
        }
    }

    private void box(int n, int anchor, int target, double weight, long row, long out) {
        CompleteIou iou = overlaps[n];
        terms.place(n, anchor, target, iou, wanted[n]);
        iou.completeWithSlope(
                terms.distance(n, anchor, 0),
                terms.distance(n, anchor, 1),
                terms.distance(n, anchor, 2),
                terms.distance(n, anchor, 3));
        double[] p = probabilities[n];
        for (int side = 0; side < 4; side++) {
            double expectation = Distributions.softmax(row + 4L * side * BINS, p);
            int bin = (int) wanted[n][side];
            double upper = wanted[n][side] - bin;
            double perDistance = -scale * terms.loss.boxGain() * weight * iou.slope(side);
            double perBin = scale * terms.loss.distributionGain() * weight / 4;
            for (int j = 0; j < BINS; j++) {
                double share = j == bin ? 1 - upper : j == bin + 1 ? upper : 0;
                double gradient = perDistance * p[j] * (j - expectation) + perBin * (p[j] - share);
                Memory.setFloat(out + 4L * (side * BINS + j), (float) gradient);
            }
        }
    }
}
