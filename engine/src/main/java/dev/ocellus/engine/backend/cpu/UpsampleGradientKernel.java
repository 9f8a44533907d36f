package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Gradient of {@link UpsampleKernel}: the sum over the copies of each pixel. */
final class UpsampleGradientKernel implements Kernel {
    private final NativeTensor dy;
    private final NativeTensor dx;
    private final int factor;
    private final int width;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /**
     * Binds the operands.
     *
     * @param width width of dx in pixels
     * @param accumulate whether to add to dx
     */
    UpsampleGradientKernel(NativeTensor dy, NativeTensor dx, int factor, int width, boolean accumulate) {
        this.dy = dy;
        this.dx = dx;
        this.factor = factor;
        this.width = width;
        this.accumulate = accumulate;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(dx.images() * (dx.pixels() / width), part);
    }

    private void part(int task, int worker) {
        int height = dx.pixels() / width;
        int n = task / height;
        int row = task % height;
        for (int column = 0; column < width; column++) {
            for (int c = 0; c < dx.channels(); c += LANES) {
                VectorMask<Float> mask = FLOATS.indexInRange(c, dx.channels());
                long out = dx.at(n, row * width + column) + (long) c * Float.BYTES;
                FloatVector sum = accumulate
                        ? FloatVector.fromMemorySegment(FLOATS, ALL, out, ORDER, mask)
                        : FloatVector.zero(FLOATS);
                for (int i = 0; i < factor * factor; i++) {
                    int p = (row * factor + i / factor) * width * factor + column * factor + i % factor;
                    sum = sum.add(FloatVector.fromMemorySegment(
                            FLOATS, ALL, dy.at(n, p) + (long) c * Float.BYTES, ORDER, mask));
                }
                sum.intoMemorySegment(ALL, out, ORDER, mask);
            }
        }
    }
}
