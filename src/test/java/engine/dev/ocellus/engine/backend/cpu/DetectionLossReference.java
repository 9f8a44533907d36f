package dev.ocellus.engine.backend.cpu;

import java.util.Arrays;

/**
 * YOLOv9's assignment, loss and gradient in double precision with full [targets, anchors] matrices: slow, plain, and what
 * the kernels are judged by.
 */
final class DetectionLossReference {

    private static final int BINS = 16;
    private static final int TOP = 10;
    private static final double MAX_SIDE = BINS - 1.01;
    private static final double EPS = 1e-7;

    final int images;
    final int anchors;
    final int classes;
    final int targets;
    private final double[] raw;
    private final double[] truth;
    private final double[] centreX;
    private final double[] centreY;
    private final double[] stride;

    /** For each image and anchor: the row of its target or −1, and the weight of it. */
    final int[] assigned;

    final double[] weight;

    /** CIoU's factor of the aspect term for each positive anchor; the gradient holds it fixed. */
    private final double[] alpha;

    double box;
    double dfl;
    double cls;
    double positives;
    final double[] gradient;

    DetectionLossReference(int images, int height, int width, int classes, int targets, double[] raw, double[] truth) {
        this.images = images;
        this.classes = classes;
        this.targets = targets;
        this.raw = raw;
        this.truth = truth;
        anchors = raw.length / images / (4 * BINS + classes);
        centreX = new double[anchors];
        centreY = new double[anchors];
        stride = new double[anchors];
        int a = 0;
        for (int s = 8; s <= 32; s *= 2) {
            for (int y = 0; y < height / s; y++) {
                for (int x = 0; x < width / s; x++, a++) {
                    centreX[a] = (x + 0.5) * s;
                    centreY[a] = (y + 0.5) * s;
                    stride[a] = s;
                }
            }
        }
        if (a != anchors) {
            throw new IllegalArgumentException(anchors + " anchors given, " + a + " expected");
        }
        assigned = new int[images * anchors];
        weight = new double[images * anchors];
        alpha = new double[images * anchors];
        gradient = new double[raw.length];
        for (int n = 0; n < images; n++) {
            assign(n);
            for (int i = n * anchors; i < (n + 1) * anchors; i++) {
                if (assigned[i] >= 0) {
                    int anchor = i % anchors;
                    alpha[i] = alpha(inStrides(predicted(n, anchor), anchor), inStrides(truth(n, assigned[i]), anchor));
                }
            }
        }
        loss();
    }

    /** The same assignment, weights and factors of the aspect term with another raw prediction. */
    private DetectionLossReference(DetectionLossReference base, double[] raw) {
        images = base.images;
        classes = base.classes;
        targets = base.targets;
        truth = base.truth;
        anchors = base.anchors;
        centreX = base.centreX;
        centreY = base.centreY;
        stride = base.stride;
        assigned = base.assigned;
        weight = base.weight;
        alpha = base.alpha;
        gradient = new double[raw.length];
        this.raw = raw;
        loss();
    }

    /** Slope of the total over one raw prediction by central differences, with what is detached held fixed. */
    double slope(int index, double step) {
        double[] up = raw.clone();
        double[] down = raw.clone();
        up[index] += step;
        down[index] -= step;
        return (new DetectionLossReference(this, up).total() - new DetectionLossReference(this, down).total())
                / (2 * step);
    }

    double total() {
        return box + dfl + cls;
    }

    private int row(int n, int a) {
        return (n * anchors + a) * (4 * BINS + classes);
    }

    private double[] probabilities(int n, int a, int side) {
        int at = row(n, a) + side * BINS;
        double max = Arrays.stream(raw, at, at + BINS).max().orElseThrow();
        double[] p = new double[BINS];
        double sum = 0;
        for (int j = 0; j < BINS; j++) {
            p[j] = Math.exp(raw[at + j] - max);
            sum += p[j];
        }
        for (int j = 0; j < BINS; j++) {
            p[j] /= sum;
        }
        return p;
    }

    private double logProbability(int n, int a, int side, int bin) {
        int at = row(n, a) + side * BINS;
        double max = Arrays.stream(raw, at, at + BINS).max().orElseThrow();
        double sum =
                Arrays.stream(raw, at, at + BINS).map(x -> Math.exp(x - max)).sum();
        return raw[at + bin] - max - Math.log(sum);
    }

    private double distance(int n, int a, int side) {
        double[] p = probabilities(n, a, side);
        double d = 0;
        for (int j = 0; j < BINS; j++) {
            d += j * p[j];
        }
        return d;
    }

    /** The predicted box in pixels. */
    double[] predicted(int n, int a) {
        return new double[] {
            centreX[a] - stride[a] * distance(n, a, 0),
            centreY[a] - stride[a] * distance(n, a, 1),
            centreX[a] + stride[a] * distance(n, a, 2),
            centreY[a] + stride[a] * distance(n, a, 3)
        };
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private double[] truth(int n, int t) {
        int at = (n * targets + t) * 5;
        return Arrays.copyOfRange(truth, at + 1, at + 5);
    }

    private int truthClass(int n, int t) {
        return (int) truth[(n * targets + t) * 5];
    }

    private void assign(int n) {
        double[][] iou = new double[targets][anchors];
        double[][] score = new double[targets][anchors];
        boolean[][] chosen = new boolean[targets][anchors];
        for (int t = 0; t < targets; t++) {
            if (truthClass(n, t) < 0) {
                continue;
            }
            double[] g = truth(n, t);
            double[] valid = new double[anchors];
            for (int a = 0; a < anchors; a++) {
                iou[t][a] = Math.clamp(ciou(g, predicted(n, a)), 0, 1);
                double p = sigmoid(raw[row(n, a) + 4 * BINS + truthClass(n, t)]);
                score[t][a] = Math.pow(iou[t][a], 6) * Math.sqrt(p);
                double l = (centreX[a] - g[0]) / stride[a];
                double u = (centreY[a] - g[1]) / stride[a];
                double r = (g[2] - centreX[a]) / stride[a];
                double d = (g[3] - centreY[a]) / stride[a];
                boolean inside = Math.min(Math.min(l, u), Math.min(r, d)) >= 0;
                boolean reachable = Math.max(Math.max(l, u), Math.max(r, d)) <= MAX_SIDE;
                valid[a] = inside && reachable ? score[t][a] : 0;
            }
            int found = 0;
            for (; found < TOP; found++) {
                int best = argmax(valid);
                if (valid[best] <= 0) {
                    break;
                }
                chosen[t][best] = true;
                valid[best] = 0;
            }
            int best = argmax(score[t]);
            if (found == 0 && score[t][best] > 0) {
                chosen[t][best] = true;
            }
        }
        for (int a = 0; a < anchors; a++) {
            int owner = -1;
            for (int t = 0; t < targets; t++) {
                if (chosen[t][a] && (owner < 0 || iou[t][a] > iou[owner][a])) {
                    owner = t;
                }
            }
            for (int t = 0; t < targets; t++) {
                chosen[t][a] = t == owner;
            }
            assigned[n * anchors + a] = owner;
        }
        for (int t = 0; t < targets; t++) {
            double maxScore = 0;
            double maxIou = 0;
            for (int a = 0; a < anchors; a++) {
                maxScore = chosen[t][a] ? Math.max(maxScore, score[t][a]) : maxScore;
                maxIou = chosen[t][a] ? Math.max(maxIou, iou[t][a]) : maxIou;
            }
            for (int a = 0; a < anchors; a++) {
                if (chosen[t][a]) {
                    weight[n * anchors + a] = score[t][a] / (maxScore + 1e-9) * maxIou;
                }
            }
        }
    }

    private static int argmax(double[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            best = values[i] > values[best] ? i : best;
        }
        return best;
    }

    private void loss() {
        double sum = Math.max(Arrays.stream(weight).sum(), 1);
        for (int n = 0; n < images; n++) {
            for (int a = 0; a < anchors; a++) {
                int t = assigned[n * anchors + a];
                double w = weight[n * anchors + a];
                for (int c = 0; c < classes; c++) {
                    int at = row(n, a) + 4 * BINS + c;
                    double x = raw[at];
                    double z = t >= 0 && truthClass(n, t) == c ? w : 0;
                    cls += 0.5 * (Math.max(x, 0) - x * z + Math.log1p(Math.exp(-Math.abs(x)))) / sum;
                    gradient[at] = 0.5 * (sigmoid(x) - z) / sum;
                }
                if (t >= 0) {
                    positives++;
                    boxLoss(n, a, truth(n, t), w / sum);
                }
            }
        }
    }

    private void boxLoss(int n, int a, double[] g, double w) {
        double s = stride[a];
        double[] predicted = inStrides(predicted(n, a), a);
        double[] target = inStrides(g, a);
        double fixed = alpha[n * anchors + a];
        box += 7.5 * w * (1 - held(predicted, target, fixed));
        double[] wanted = {
            centreX[a] / s - target[0],
            centreY[a] / s - target[1],
            target[2] - centreX[a] / s,
            target[3] - centreY[a] / s
        };
        double[] slope = ciouSlope(predicted, target, fixed);
        for (int side = 0; side < 4; side++) {
            double[] q = probabilities(n, a, side);
            double expected = distance(n, a, side);
            double y = Math.clamp(wanted[side], 0, MAX_SIDE);
            int left = (int) Math.floor(y);
            double right = y - left;
            dfl -= 1.5
                    * w
                    / 4
                    * ((1 - right) * logProbability(n, a, side, left) + right * logProbability(n, a, side, left + 1));
            // A longer left or top side moves its edge down.
            double toDistance = -7.5 * w * (side < 2 ? -slope[side] : slope[side]);
            for (int j = 0; j < BINS; j++) {
                double label = j == left ? 1 - right : j == left + 1 ? right : 0;
                gradient[row(n, a) + side * BINS + j] =
                        toDistance * q[j] * (j - expected) + 1.5 * w / 4 * (q[j] - label);
            }
        }
    }

    /** Complete IoU of two boxes, corners x1, y1, x2, y2. */
    static double ciou(double[] p, double[] g) {
        return held(p, g, alpha(p, g));
    }

    private static double alpha(double[] p, double[] g) {
        double v = aspect(p, g);
        return v / (v - iou(p, g) + 1 + EPS);
    }

    private double[] inStrides(double[] box, int anchor) {
        return Arrays.stream(box).map(x -> x / stride[anchor]).toArray();
    }

    private static double iou(double[] p, double[] g) {
        double inter = Math.max(0, Math.min(p[2], g[2]) - Math.max(p[0], g[0]))
                * Math.max(0, Math.min(p[3], g[3]) - Math.max(p[1], g[1]));
        double union = (p[2] - p[0]) * (p[3] - p[1]) + (g[2] - g[0]) * (g[3] - g[1]) - inter;
        return inter / (union + EPS);
    }

    private static double centreTerm(double[] p, double[] g) {
        double dx = (p[0] + p[2] - g[0] - g[2]) / 2;
        double dy = (p[1] + p[3] - g[1] - g[3]) / 2;
        double cx = Math.max(p[2], g[2]) - Math.min(p[0], g[0]);
        double cy = Math.max(p[3], g[3]) - Math.min(p[1], g[1]);
        return (dx * dx + dy * dy) / (cx * cx + cy * cy + EPS);
    }

    private static double aspect(double[] p, double[] g) {
        double d = Math.atan((p[2] - p[0]) / (p[3] - p[1] + EPS)) - Math.atan((g[2] - g[0]) / (g[3] - g[1] + EPS));
        return 4 / (Math.PI * Math.PI) * d * d;
    }

    /** Slope of the complete IoU over the corners of {@code p}, with alpha held fixed, by central differences. */
    private static double[] ciouSlope(double[] p, double[] g, double alpha) {
        double[] slope = new double[4];
        for (int k = 0; k < 4; k++) {
            double h = 1e-6 * Math.max(1, Math.abs(p[k]));
            double[] up = p.clone();
            double[] down = p.clone();
            up[k] += h;
            down[k] -= h;
            slope[k] = (held(up, g, alpha) - held(down, g, alpha)) / (2 * h);
        }
        return slope;
    }

    private static double held(double[] p, double[] g, double alpha) {
        return iou(p, g) - centreTerm(p, g) - alpha * aspect(p, g);
    }
}
