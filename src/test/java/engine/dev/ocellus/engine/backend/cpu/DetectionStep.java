package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DetectionHead;
import dev.ocellus.engine.ops.DetectionLoss;

/** The kernels of the detection step one after the other, and all their results. */
final class DetectionStep implements AutoCloseable {
    final int[] assigned;
    final double[] weight;
    final double total;

    /** Box, class, distribution, mean number of positives. */
    final double[] parts;

    final double[] gradient;
    final double[] predictions;
    private final NativeFixture fixture = new NativeFixture(1);

    /**
     * Runs the step.
     *
     * @param gap channels around the rows of raw predictions and gradients
     * @param seed gradient of the total
     */
    DetectionStep(DetectionHead head, int images, double[] raw, double[] targets, int gap, int threads, float seed) {
        int anchors = head.grid().anchors();
        NativeTensor rows = fixture.slice(images, anchors, head.channels(), gap);
        NativeFixture.set(rows, raw);
        int bucket = targets.length / images / DetectionHead.TARGET_FIELDS;
        NativeTensor truth = fixture.slice(images, bucket, DetectionHead.TARGET_FIELDS, 0);
        NativeFixture.set(truth, targets);
        long distances = fixture.allocate(4L * images * anchors);
        long owners = fixture.allocate((long) images * anchors);
        long weights = fixture.allocate((long) images * anchors);
        long sums = fixture.allocate(2L * images);
        fixture.run(new TaskAlignedAssignKernel(head, rows, truth, distances, owners, weights, sums), threads);
        DetectionTerms terms =
                new DetectionTerms(new DetectionLoss(head), rows, truth, distances, owners, weights, sums);
        long losses = fixture.allocate(5);
        fixture.run(new DetectionLossKernel(terms, losses, losses + 4), threads);
        long seedAddress = fixture.allocate(1);
        Memory.setFloat(seedAddress, seed);
        NativeTensor dRaw = fixture.slice(images, anchors, head.channels(), gap);
        fixture.run(new DetectionLossGradientKernel(terms, seedAddress, dRaw), threads);
        NativeFixture.assertGuarded(dRaw);
        int fields = 4 + head.classes();
        long decoded = fixture.allocate((long) images * fields * anchors);
        fixture.run(new DecodeDetectionsKernel(head, rows, decoded), threads);

        assigned = new int[images * anchors];
        for (int i = 0; i < assigned.length; i++) {
            assigned[i] = Memory.getInt(owners + 4L * i);
        }
        weight = NativeFixture.get(weights, assigned.length);
        total = Memory.getFloat(losses);
        parts = NativeFixture.get(losses + 4, 4);
        gradient = NativeFixture.get(dRaw);
        predictions = NativeFixture.get(decoded, images * fields * anchors);
    }

    static DetectionHead head(int height, int width, int classes) {
        return new DetectionHead(new AnchorGrid(height, width), classes);
    }

    @Override
    public void close() {
        fixture.close();
    }
}
