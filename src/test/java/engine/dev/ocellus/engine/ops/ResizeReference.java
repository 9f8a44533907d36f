package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.tensor.Shape;

/** Bilinear interpolation and its gradient from the definition: four neighbours of each result. */
final class ResizeReference {
    private ResizeReference() {}

    /** Told each neighbour of each result, as indices of numbers, with its weight. */
    private interface Term {
        void meet(int source, int result, double weight);
    }

    static double[] forward(Resize op, Node node, double[] images) {
        double[] results = new double[(int) node.output(0).shape().elements()];
        terms(
                node.input(0).shape(),
                node.output(0).shape(),
                (source, result, weight) -> results[result] += op.scale() * weight * images[source]);
        return results;
    }

    static double[] backward(ResizeGradient op, Node node, double[] dy) {
        double[] dx = new double[(int) node.output(0).shape().elements()];
        terms(
                node.output(0).shape(),
                node.input(0).shape(),
                (source, result, weight) -> dx[source] += op.scale() * weight * dy[result]);
        return dx;
    }

    private static void terms(Shape in, Shape out, Term term) {
        int channels = in.channels();
        for (int i = 0; i < out.elements(); i++) {
            int pixel = i / channels % out.pixels();
            double y = position(pixel / out.dim(2), in.dim(1), out.dim(1));
            double x = position(pixel % out.dim(2), in.dim(2), out.dim(2));
            int image = i / channels / out.pixels() * in.pixels();
            for (int neighbour = 0; neighbour < 4; neighbour++) {
                int row = Math.min((int) y + neighbour / 2, in.dim(1) - 1);
                int column = Math.min((int) x + neighbour % 2, in.dim(2) - 1);
                double weight = share(y, neighbour / 2) * share(x, neighbour % 2);
                term.meet((image + row * in.dim(2) + column) * channels + i % channels, i, weight);
            }
        }
    }

    private static double position(int result, int size, int results) {
        return Math.max(0, (result + 0.5) * size / results - 0.5);
    }

    private static double share(double at, int upper) {
        double above = at - Math.floor(at);
        return upper == 1 ? above : 1 - above;
    }
}
