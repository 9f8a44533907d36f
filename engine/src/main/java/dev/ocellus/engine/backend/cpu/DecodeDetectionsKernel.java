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
    private final RowBlocks blocks;
    private final WorkerPool.Task block = this::block;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param out address of the dense result
     */
    DecodeDetectionsKernel(DetectionHead head, NativeTensor raw, long out) {
        this.raw = raw;
        this.out = out;
        levels = head.grid().levels();
        anchors = head.grid().anchors();
        classes = head.classes();
        blocks = RowBlocks.of(raw.images(), anchors, raw.channels());
    }

    /** Distances, then scores of one anchor a thread. */
    private long rowBytes() {
        return Memory.align((long) (FIELDS + classes) * Float.BYTES);
    }

    @Override
    public long scratchBytes(int threads) {
        return threads * rowBytes();
    }

    @Override
    public void run(WorkerPool pool, long scratchAddress) {
        scratch = scratchAddress;
        pool.run(blocks.count(), block);
    }

    private void block(int task, int worker) {
        int n = blocks.image(task);
        long image = out + (long) n * (FIELDS + classes) * anchors * Float.BYTES;
        long distances = scratch + worker * rowBytes();
        int end = blocks.first(task) + blocks.size(task);
        for (AnchorGrid.Level level : levels) {
            int from = Math.max(level.first(), blocks.first(task));
            int to = Math.min(level.first() + level.anchors(), end);
            for (int anchor = from; anchor < to; anchor++) {
                decode(raw.at(n, anchor), level, anchor, distances, image + (long) anchor * Float.BYTES);
            }
        }
    }

    private void decode(long row, AnchorGrid.Level level, int anchor, long distances, long column) {
        long scores = distances + (long) FIELDS * Float.BYTES;
        Distributions.expect(row, distances);
        ClassLogits.sigmoid(row + (long) DetectionHead.BOX_CHANNELS * Float.BYTES, scores, classes, 1);
        int cell = anchor - level.first();
        int line = cell / level.columns();
        float px = (cell % level.columns() + 0.5f) * level.stride();
        float py = (line + 0.5f) * level.stride();
        long plane = (long) anchors * Float.BYTES;
        Memory.setFloat(column, px - level.stride() * Memory.getFloat(distances));
        Memory.setFloat(column + plane, py - level.stride() * Memory.getFloat(distances + Float.BYTES));
        Memory.setFloat(column + 2 * plane, px + level.stride() * Memory.getFloat(distances + 2L * Float.BYTES));
        Memory.setFloat(column + 3 * plane, py + level.stride() * Memory.getFloat(distances + 3L * Float.BYTES));
        for (int c = 0; c < classes; c++) {
            Memory.setFloat(column + (FIELDS + c) * plane, Memory.getFloat(scores + (long) c * Float.BYTES));
        }
    }
}
