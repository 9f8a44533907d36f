package dev.ocellus.engine.eval;

/** Orders positions by descending key. */
final class Ranking {

    private Ranking() {}

    /** The positions of {@code keys} from the highest key to the lowest; equal keys keep their order (merge sort). */
    static int[] descending(double[] keys) {
        int n = keys.length;
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        int[] merged = new int[n];
        for (int width = 1; width < n; width *= 2) {
            for (int from = 0; from < n; from += 2 * width) {
                int middle = Math.min(from + width, n);
                int to = Math.min(middle + width, n);
                int left = from;
                int right = middle;
                for (int at = from; at < to; at++) {
                    boolean takeLeft = right >= to || (left < middle && keys[order[left]] >= keys[order[right]]);
                    merged[at] = order[takeLeft ? left++ : right++];
                }
            }
            int[] swap = order;
            order = merged;
            merged = swap;
        }
        return order;
    }
}
