package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.DetectionHead;
import java.util.Arrays;

/**
 * Box and distribution terms of one positive anchor at a time, in double precision. One instance serves one thread and is
 * used again for each anchor, so that nothing is allocated.
 */
final class PositiveAnchor {
    private static final int BINS = DetectionHead.BINS;

    private final CompleteIou iou = new CompleteIou();
    private final double[] wanted = new double[4];
    private final double[] distance = new double[4];
    private final double[] probability = new double[BINS];

    /** As many as there are threads: those given, or new ones if they are too few. */
    static PositiveAnchor[] atLeast(int threads, PositiveAnchor[] before) {
        if (before.length >= threads) {
            return before;
        }
        PositiveAnchor[] more = new PositiveAnchor[threads];
        Arrays.setAll(more, i -> new PositiveAnchor());
        return more;
    }

    /**
     * Takes an anchor and its target, all in strides.
     *
     * @param px the anchor's point
     * @param py the anchor's point
     * @param distances address of the four expected distances
     */
    void set(double px, double py, double x1, double y1, double x2, double y2, long distances) {
        iou.targetSize(x2 - x1, y2 - y1);
        iou.targetCorners(x1 - px, y1 - py, x2 - px, y2 - py);
        wanted[0] = px - x1;
        wanted[1] = py - y1;
        wanted[2] = x2 - px;
        wanted[3] = y2 - py;
        for (int side = 0; side < 4; side++) {
            wanted[side] = Math.clamp(wanted[side], 0, DetectionHead.MAX_DISTANCE);
            distance[side] = Memory.getFloat(distances + (long) side * Float.BYTES);
        }
    }

    /** Complete IoU of the predicted box and the target. */
    double completeIou() {
        double plain = iou.iou(distance[0], distance[1], distance[2], distance[3]);
        return iou.complete(plain, distance[0], distance[1], distance[2], distance[3]);
    }

    /** Mean over the sides of the cross-entropy with the two bins around the wanted distance. */
    double crossEntropy(long logits) {
        double sum = 0;
        for (int side = 0; side < 4; side++) {
            int bin = (int) wanted[side];
            double upper = wanted[side] - bin;
            sum += Distributions.logSumExp(at(logits, side, 0))
                    - (1 - upper) * Memory.getFloat(at(logits, side, bin))
                    - upper * Memory.getFloat(at(logits, side, bin + 1));
        }
        return sum / 4;
    }

    /**
     * Writes the gradient for the logits of the four distributions.
     *
     * @param perIou gradient of the loss for the complete IoU
     * @param perEntropy gradient of the loss for {@link #crossEntropy}
     */
    void gradient(long logits, long out, double perIou, double perEntropy) {
        iou.completeWithSlope(distance[0], distance[1], distance[2], distance[3]);
        for (int side = 0; side < 4; side++) {
            double expectation = Distributions.softmax(at(logits, side, 0), probability);
            double perDistance = perIou * iou.slope(side);
            int bin = (int) wanted[side];
            double upper = wanted[side] - bin;
            for (int j = 0; j < BINS; j++) {
                double share = j == bin ? 1 - upper : j == bin + 1 ? upper : 0;
                double moment = probability[j] * (j - expectation);
                double gradient = perDistance * moment + perEntropy / 4 * (probability[j] - share);
                Memory.setFloat(at(out, side, j), (float) gradient);
            }
        }
    }

    private static long at(long row, int side, int bin) {
        return row + (long) (side * BINS + bin) * Float.BYTES;
    }
}
