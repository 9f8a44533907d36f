package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.ConvGeometry;

/** Gradient of a convolution for its weights and bias. */
final class Conv2dWeightGradientKernel implements Kernel {
    private final ConvGeometry g;
    private final NativeTensor x;
    private final NativeTensor dy;
    private final long dWeights;
    private final long dBias;
    private final boolean accumulate;
    private final WorkerPool.Task part = this::part;

    /**
     * Binds the operands.
     *
     * @param dWeights address of the dense OHWI gradient
     * @param dBias address of the gradient of the bias, or 0
     * @param accumulate whether to add to both
     */
    Conv2dWeightGradientKernel(
            ConvGeometry g, NativeTensor x, NativeTensor dy, long dWeights, long dBias, boolean accumulate) {
        this.g = g;
        this.x = x;
        this.dy = dy;
        this.dWeights = dWeights;
        this.dBias = dBias;
        this.accumulate = accumulate;
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(g.outChannels(), part);
    }

    private void part(int o, int worker) {
        int in = g.inChannels() / g.groups();
        int group = o / (g.outChannels() / g.groups());
        for (int k = 0; k < g.kernel() * g.kernel(); k++) {
            for (int i = 0; i < in; i++) {
                add(dWeights + 4L * (((long) o * g.kernel() * g.kernel() + k) * in + i), product(o, k, group * in + i));
            }
        }
        if (dBias != 0) {
            double sum = 0;
            for (int n = 0; n < g.batch(); n++) {
                for (int p = 0; p < dy.pixels(); p++) {
                    sum += Memory.getFloat(dy.at(n, p) + 4L * o);
                }
            }
            add(dBias + 4L * o, sum);
        }
    }

    private double product(int o, int k, int channel) {
        double sum = 0;
        for (int n = 0; n < g.batch(); n++) {
            for (int oy = 0; oy < g.outHeight(); oy++) {
                int iy = oy * g.stride() - g.padding() + k / g.kernel();
                for (int ox = 0; ox < g.outWidth(); ox++) {
                    int ix = ox * g.stride() - g.padding() + k % g.kernel();
                    if (iy >= 0 && iy < g.inHeight() && ix >= 0 && ix < g.inWidth()) {
                        sum += Memory.getFloat(x.at(n, iy * g.inWidth() + ix) + 4L * channel)
                                * Memory.getFloat(dy.at(n, oy * g.outWidth() + ox) + 4L * o);
                    }
                }
            }
        }
        return sum;
    }

    private void add(long at, double value) {
        Memory.setFloat(at, (float) (accumulate ? Memory.getFloat(at) + value : value));
    }
}
