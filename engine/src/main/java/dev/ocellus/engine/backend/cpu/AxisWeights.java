package dev.ocellus.engine.backend.cpu;

/**
 * Linear interpolation along one axis as sums: result i is Σ_k {@code weights[i][k] · source[first[i] + k]}. Immutable by
 * convention: nobody writes into the arrays.
 */
final class AxisWeights {
    private final int[] first;
    private final float[][] weights;

    private AxisWeights(int[] first, float[][] weights) {
        this.first = first;
        this.weights = weights;
    }

    /** From {@code size} numbers to {@code results}, each of them an area: see {@link dev.ocellus.engine.ops.Resize}. */
    static AxisWeights linear(int size, int results) {
        int[] first = new int[results];
        float[][] weights = new float[results][];
        for (int i = 0; i < results; i++) {
            double at = Math.max(0, (i + 0.5) * size / results - 0.5);
            first[i] = (int) at;
            float upper = (float) (at - first[i]);
            weights[i] = first[i] == size - 1 ? new float[] {1} : new float[] {1 - upper, upper};
        }
        return new AxisWeights(first, weights);
    }

    /** The sums of the gradient: from as many numbers as there are results here to {@code size}. */
    AxisWeights transposed(int size) {
        int[] from = new int[size];
        float[][] shares = new float[size][];
        int low = 0;
        for (int p = 0; p < size; p++) {
            while (low < first.length && first[low] + weights[low].length <= p) {
                low++;
            }
            int end = low;
            while (end < first.length && first[end] <= p) {
                end++;
            }
            from[p] = low;
            shares[p] = new float[end - low];
            for (int i = low; i < end; i++) {
                shares[p][i - low] = weights[i][p - first[i]];
            }
        }
        return new AxisWeights(from, shares);
    }

    /** First number that a result sums. */
    int first(int result) {
        return first[result];
    }

    /** Weights of the numbers that a result sums, possibly none. */
    float[] weights(int result) {
        return weights[result];
    }
}
