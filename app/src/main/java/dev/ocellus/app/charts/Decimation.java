package dev.ocellus.app.charts;

import java.util.function.IntToDoubleFunction;

/**
 * Thins a line to what a screen can show: of all points that fall into one pixel column only the first, lowest, highest
 * and last are drawn, in their order, so that no peak is lost.
 */
final class Decimation {

    /** Receives the points that remain. */
    interface Sink {
        void point(double x, double y);
    }

    private Decimation() {}

    static void forEach(int size, IntToDoubleFunction xs, IntToDoubleFunction ys, Sink sink) {
        int i = 0;
        while (i < size) {
            long column = (long) Math.floor(xs.applyAsDouble(i));
            int end = i;
            int lowest = i;
            int highest = i;
            while (end < size && (long) Math.floor(xs.applyAsDouble(end)) == column) {
                lowest = ys.applyAsDouble(end) < ys.applyAsDouble(lowest) ? end : lowest;
                highest = ys.applyAsDouble(end) > ys.applyAsDouble(highest) ? end : highest;
                end++;
            }
            emit(i, Math.min(lowest, highest), Math.max(lowest, highest), end - 1, xs, ys, sink);
            i = end;
        }
    }

    private static void emit(
            int first, int second, int third, int last, IntToDoubleFunction xs, IntToDoubleFunction ys, Sink sink) {
        int previous = -1;
        for (int index : new int[] {first, second, third, last}) {
            if (index != previous) {
                sink.point(xs.applyAsDouble(index), ys.applyAsDouble(index));
                previous = index;
            }
        }
    }
}
