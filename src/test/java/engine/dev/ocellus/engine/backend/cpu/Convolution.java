package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.ConvGeometry;

/** Convolution and its gradients straight from the definition, in double precision. */
final class Convolution {
    private Convolution() {}

    /** Told each product that the definition sums: which result, which input and which weight. */
    private interface Term {
        void meet(int image, int inPixel, int inChannel, int outPixel, int outChannel, int weight);
    }

    private static void terms(ConvGeometry g, Term term) {
        int in = g.inChannels() / g.groups();
        int outs = g.outChannels() / g.groups();
        for (int n = 0; n < g.batch(); n++) {
            for (int p = 0; p < g.outHeight() * g.outWidth(); p++) {
                for (int k = 0; k < g.kernel() * g.kernel(); k++) {
                    int iy = p / g.outWidth() * g.stride() - g.padding() + k / g.kernel();
                    int ix = p % g.outWidth() * g.stride() - g.padding() + k % g.kernel();
                    if (iy < 0 || iy >= g.inHeight() || ix < 0 || ix >= g.inWidth()) {
                        continue;
                    }
                    for (int o = 0; o < g.outChannels(); o++) {
                        for (int i = 0; i < in; i++) {
                            int weight = (o * g.kernel() * g.kernel() + k) * in + i;
                            term.meet(n, iy * g.inWidth() + ix, o / outs * in + i, p, o, weight);
                        }
                    }
                }
            }
        }
    }

    static double[] forward(ConvGeometry g, NativeTensor x, long weights) {
        double[] y = new double[(int) g.output().elements()];
        double[] w = NativeFixture.get(weights, (int) g.weights().elements());
        double[] image = NativeFixture.get(x);
        terms(
                g,
                (n, ip, i, op, o, k) -> y[(n * g.outHeight() * g.outWidth() + op) * g.outChannels() + o] +=
                        image[(n * x.pixels() + ip) * x.channels() + i] * w[k]);
        return y;
    }

    static double[] inputGradient(ConvGeometry g, NativeTensor dy, long weights) {
        double[] dx = new double[(int) g.input().elements()];
        double[] w = NativeFixture.get(weights, (int) g.weights().elements());
        double[] gradient = NativeFixture.get(dy);
        terms(
                g,
                (n, ip, i, op, o, k) -> dx[(n * g.inHeight() * g.inWidth() + ip) * g.inChannels() + i] +=
                        gradient[(n * dy.pixels() + op) * dy.channels() + o] * w[k]);
        return dx;
    }

    static double[] weightGradient(ConvGeometry g, NativeTensor x, NativeTensor dy) {
        double[] dw = new double[(int) g.weights().elements()];
        double[] image = NativeFixture.get(x);
        double[] gradient = NativeFixture.get(dy);
        terms(
                g,
                (n, ip, i, op, o, k) -> dw[k] += image[(n * x.pixels() + ip) * x.channels() + i]
                        * gradient[(n * dy.pixels() + op) * dy.channels() + o]);
        return dw;
    }

    static double[] biasGradient(ConvGeometry g, NativeTensor dy) {
        double[] db = new double[g.outChannels()];
        double[] gradient = NativeFixture.get(dy);
        for (int i = 0; i < gradient.length; i++) {
            db[i % db.length] += gradient[i];
        }
        return db;
    }

    static double[] sum(double[] a, double[] b) {
        double[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }
}
