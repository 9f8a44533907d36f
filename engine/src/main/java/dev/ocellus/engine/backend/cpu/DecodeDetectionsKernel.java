package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DetectionHead;
import java.util.List;

/** Boxes and scores from raw predictions, as {@link dev.ocellus.engine.ops.DecodeDetections} defines them. */
final class DecodeDetectionsKernel implements Kernel {
    private static final int FIELDS = 4;

    private final List<AnchorGrid.Level> levels;
    private final NativeTensor raw;
    private final long out;
    private final int anchors;
    private final int classes;
    private final WorkerPool.Task image = this::image;
    private long scratch;

    /** @param out address of the dense result */
    DecodeDetectionsKernel(DetectionHead head, NativeTensor raw, long out) {
        this.raw = raw;
        this.out = out;
        levels = head.grid().levels();
        anchors = head.grid().anchors();
        classes = head.classes();
    }

    @Override
    public long scratchBytes(int threads) {
        return 16L * raw.images();
    }

    @Override
    public void run(WorkerPool pool, long scratchAddress) {
        scratch = scratchAddress;
        pool.run(raw.images(), image);
    }

    private void image(int n, int worker) {
        long plane = 4L * anchors;
        long first = out + n * (FIELDS + classes) * plane;
        long distances = scratch + 16L * n;
        for (AnchorGrid.Level level : levels) {
            for (int i = 0; i < level.anchors(); i++) {
                int anchor = level.first() + i;
                long at = first + 4L * anchor;
                long row = raw.at(n, anchor);
                Distributions.expect(row, distances);
                float px = (i % level.columns() + 0.5f) * level.stride();
                float py = (i / level.columns() + 0.5f) * level.stride();
                Memory.setFloat(at, px - level.stride() * Memory.getFloat(distances));
                Memory.setFloat(at + plane, py - level.stride() * Memory.getFloat(distances + 4));
                Memory.setFloat(at + 2 * plane, px + level.stride() * Memory.getFloat(distances + 8));
                Memory.setFloat(at + 3 * plane, py + level.stride() * Memory.getFloat(distances + 12));
                for (int c = 0; c < classes; c++) {
                    double logit = Memory.getFloat(row + 4L * (DetectionHead.BOX_CHANNELS + c));
                    Memory.setFloat(at + (FIELDS + c) * plane, (float) (1 / (1 + Math.exp(-logit))));
                }
            }
        }
    }
}
