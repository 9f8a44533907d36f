package dev.ocellus.engine.parity;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DetectionHead;

/** Decoding of boxes with generated numbers in place of the distances 0, 1, …, 15 that the bins stand for. */
final class FilledBins {
    private static final String NAME = "head.dfl.project";

    private FilledBins() {}

    /** Replaces the boxes in predictions [N, 4 + classes, A] by those of raw [N, A, 64 + classes]. */
    static void decode(AnchorGrid grid, float[] raw, float[] predictions, int classes) {
        float[] bins = ReferenceFill.tensor(NAME, new int[] {1, DetectionHead.BINS, 1, 1});
        int anchors = grid.anchors();
        int channels = DetectionHead.BOX_CHANNELS + classes;
        for (int n = 0; n < raw.length / channels / anchors; n++) {
            for (AnchorGrid.Level level : grid.levels()) {
                for (int i = 0; i < level.anchors(); i++) {
                    int anchor = level.first() + i;
                    int line = i / level.columns();
                    double[] point = {i % level.columns() + 0.5, line + 0.5};
                    for (int side = 0; side < 4; side++) {
                        int row = (n * anchors + anchor) * channels + side * DetectionHead.BINS;
                        double distance = expectation(raw, row, bins);
                        double edge = point[side % 2] + (side < 2 ? -distance : distance);
                        predictions[(n * (4 + classes) + side) * anchors + anchor] = (float) (edge * level.stride());
                    }
                }
            }
        }
    }

    private static double expectation(float[] raw, int row, float[] bins) {
        double sum = 0;
        double moment = 0;
        for (int j = 0; j < bins.length; j++) {
            double p = Math.exp(raw[row + j] - (double) raw[row]);
            sum += p;
            moment += p * bins[j];
        }
        return moment / sum;
    }
}
