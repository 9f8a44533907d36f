package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Inner loops of a depthwise convolution: results of a row from their windows, a vector of channels at a time. Weights are
 * packed as [vector of channels, tap, lane]. Four neighbouring results share each load of a weight. As everywhere in
 * convolutions a sum starts from zero and meets {@code init} at the end.
 *
 * <p>Distances are in bytes. Immutable.
 *
 * @param pixel distance of neighbouring taps of the source
 * @param row distance of neighbouring rows of the source
 * @param step distance of the windows of neighbouring results
 * @param weightRow distance of neighbouring rows of taps of the weights
 * @param panel distance of the weights of neighbouring vectors of channels
 * @param initStep 0 if all results start with the same vectors
 * @param outStep distance of neighbouring results
 */
record DepthwiseRows(
        int channels, long pixel, long row, long step, long weightRow, long panel, long initStep, long outStep) {
    /** Results that are summed at once. */
    static final int RESULTS = 4;

    /** Computes {@code count} results whose windows have the same {@code rows} × {@code columns} taps. */
    void results(int count, int rows, int columns, long source, long weights, long init, long out) {
        int i = 0;
        for (; i + RESULTS <= count; i += RESULTS) {
            four(rows, columns, source, weights, init, out);
            source += RESULTS * step;
            init += RESULTS * initStep;
            out += RESULTS * outStep;
        }
        for (; i < count; i++) {
            one(rows, columns, source, weights, init, out);
            source += step;
            init += initStep;
            out += outStep;
        }
    }

    private void four(int rows, int columns, long source, long weights, long init, long out) {
        for (int c = 0; c < channels; c += LANES) {
            FloatVector s0 = FloatVector.zero(FLOATS);
            FloatVector s1 = s0;
            FloatVector s2 = s0;
            FloatVector s3 = s0;
            for (int r = 0; r < rows; r++) {
                long x = source + r * row;
                long w = weights + r * weightRow;
                for (int k = 0; k < columns; k++, x += pixel, w += VECTOR) {
                    FloatVector weight = FloatVector.fromMemorySegment(FLOATS, ALL, w, ORDER);
                    s0 = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER).fma(weight, s0);
                    s1 = FloatVector.fromMemorySegment(FLOATS, ALL, x + step, ORDER)
                            .fma(weight, s1);
                    s2 = FloatVector.fromMemorySegment(FLOATS, ALL, x + 2 * step, ORDER)
                            .fma(weight, s2);
                    s3 = FloatVector.fromMemorySegment(FLOATS, ALL, x + 3 * step, ORDER)
                            .fma(weight, s3);
                }
            }
            VectorMask<Float> mask = FLOATS.indexInRange(c, channels);
            s0.add(FloatVector.fromMemorySegment(FLOATS, ALL, init, ORDER)).intoMemorySegment(ALL, out, ORDER, mask);
            s1.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + initStep, ORDER))
                    .intoMemorySegment(ALL, out + outStep, ORDER, mask);
            s2.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 2 * initStep, ORDER))
                    .intoMemorySegment(ALL, out + 2 * outStep, ORDER, mask);
            s3.add(FloatVector.fromMemorySegment(FLOATS, ALL, init + 3 * initStep, ORDER))
                    .intoMemorySegment(ALL, out + 3 * outStep, ORDER, mask);
            source += VECTOR;
            weights += panel;
            init += VECTOR;
            out += VECTOR;
        }
    }

    private void one(int rows, int columns, long source, long weights, long init, long out) {
        for (int c = 0; c < channels; c += LANES) {
            FloatVector sum = FloatVector.zero(FLOATS);
            for (int r = 0; r < rows; r++) {
                long x = source + r * row;
                long w = weights + r * weightRow;
                for (int k = 0; k < columns; k++, x += pixel, w += VECTOR) {
                    sum = FloatVector.fromMemorySegment(FLOATS, ALL, x, ORDER)
                            .fma(FloatVector.fromMemorySegment(FLOATS, ALL, w, ORDER), sum);
                }
            }
            sum.add(FloatVector.fromMemorySegment(FLOATS, ALL, init, ORDER))
                    .intoMemorySegment(ALL, out, ORDER, FLOATS.indexInRange(c, channels));
            source += VECTOR;
            weights += panel;
            init += VECTOR;
            out += VECTOR;
        }
    }
}
