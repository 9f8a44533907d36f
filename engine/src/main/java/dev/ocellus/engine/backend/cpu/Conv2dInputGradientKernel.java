package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.ConvGeometry;

/** Gradient of a convolution for its images: dx = dy ∗ transposed w, or dx += …. */
final class Conv2dInputGradientKernel implements Kernel {
    private final ConvGeometry g;
    private final NativeTensor dy;
    private final long weights;
    private final NativeTensor dx;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /**
     * Binds the operands.
     *
     * @param weights address of dense OHWI weights
     * @param accumulate whether to add to dx
     */
    Conv2dInputGradientKernel(ConvGeometry g, NativeTensor dy, long weights, NativeTensor dx, boolean accumulate) {
        this.g = g;
        this.dy = dy;
        this.weights = weights;
        this.dx = dx;
        this.accumulate = accumulate;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(g.batch() * g.inHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.inHeight();
        int iy = task % g.inHeight();
        int in = g.inChannels() / g.groups();
        int outs = g.outChannels() / g.groups();
        for (int ix = 0; ix < g.inWidth(); ix++) {
            long to = dx.at(n, iy * g.inWidth() + ix);
            for (int c = 0; c < g.inChannels(); c++) {
                float sum = 0;
                for (int ky = 0; ky < g.kernel(); ky++) {
                    int sy = iy + g.padding() - ky;
                    for (int kx = 0; kx < g.kernel(); kx++) {
                        int sx = ix + g.padding() - kx;
                        if (sy < 0 || sx < 0 || sy % g.stride() != 0 || sx % g.stride() != 0) {
                            continue;
                        }
                        int oy = sy / g.stride();
                        int ox = sx / g.stride();
                        if (oy < g.outHeight() && ox < g.outWidth()) {
                            int first = c / in * outs;
                            long from = dy.at(n, oy * g.outWidth() + ox) + 4L * first;
                            for (int o = 0; o < outs; o++) {
                                long w = ((long) ((first + o) * g.kernel() + ky) * g.kernel() + kx) * in + c % in;
                                sum += Memory.getFloat(from + 4L * o) * Memory.getFloat(weights + 4L * w);
                            }
                        }
                    }
                }
                Memory.setFloat(to + 4L * c, accumulate ? Memory.getFloat(to + 4L * c) + sum : sum);
            }
        }
    }
}
