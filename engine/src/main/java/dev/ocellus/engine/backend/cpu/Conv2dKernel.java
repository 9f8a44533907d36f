package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.ConvGeometry;

/** Two-dimensional cross-correlation y = x ∗ w (+ bias), or y += x ∗ w (+ bias). */
final class Conv2dKernel implements Kernel {
    private final ConvGeometry g;
    private final NativeTensor x;
    private final long weights;
    private final long bias;
    private final NativeTensor y;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /**
     * Binds the operands.
     *
     * @param weights address of dense OHWI weights
     * @param bias address of one number an output channel, or 0
     * @param accumulate whether to add to y
     */
    Conv2dKernel(ConvGeometry g, NativeTensor x, long weights, long bias, NativeTensor y, boolean accumulate) {
        this.g = g;
        this.x = x;
        this.weights = weights;
        this.bias = bias;
        this.y = y;
        this.accumulate = accumulate;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(g.batch() * g.outHeight(), part);
    }

    private void part(int task, int worker) {
        int n = task / g.outHeight();
        int oy = task % g.outHeight();
        int in = g.inChannels() / g.groups();
        int outs = g.outChannels() / g.groups();
        for (int ox = 0; ox < g.outWidth(); ox++) {
            long to = y.at(n, oy * g.outWidth() + ox);
            for (int o = 0; o < g.outChannels(); o++) {
                float sum = bias == 0 ? 0 : Memory.getFloat(bias + 4L * o);
                for (int ky = 0; ky < g.kernel(); ky++) {
                    int iy = oy * g.stride() - g.padding() + ky;
                    for (int kx = 0; kx < g.kernel(); kx++) {
                        int ix = ox * g.stride() - g.padding() + kx;
                        if (iy >= 0 && iy < g.inHeight() && ix >= 0 && ix < g.inWidth()) {
                            long from = x.at(n, iy * g.inWidth() + ix) + 4L * (o / outs * in);
                            long w = weights + 4L * in * ((o * g.kernel() + ky) * g.kernel() + kx);
                            for (int i = 0; i < in; i++) {
                                sum += Memory.getFloat(from + 4L * i) * Memory.getFloat(w + 4L * i);
                            }
                        }
                    }
                }
                Memory.setFloat(to + 4L * o, accumulate ? Memory.getFloat(to + 4L * o) + sum : sum);
            }
        }
    }
}
