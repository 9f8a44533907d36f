package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;

import dev.ocellus.engine.ops.DetectionHead;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Distances from their distributions over {@link DetectionHead#BINS} bins, in memory at raw addresses. */
final class Distributions {
    private static final int BINS = DetectionHead.BINS;
    private static final FloatVector LANE = FloatVector.zero(FLOATS).addIndex(1);

    private Distributions() {}

    /** Writes the four expected distances of one anchor. */
    static void expect(long logits, long distances) {
        for (int side = 0; side < 4; side++) {
            Memory.setFloat(distances + 4L * side, expectation(logits + 4L * side * BINS));
        }
    }

    /** Expectation of the bins 0…15 under the softmax of their logits. */
    private static float expectation(long logits) {
        FloatVector highest = FloatVector.fromMemorySegment(FLOATS, ALL, logits, ORDER);
        for (int i = LANES; i < BINS; i += LANES) {
            highest = highest.max(FloatVector.fromMemorySegment(FLOATS, ALL, logits + 4L * i, ORDER));
        }
        float max = highest.reduceLanes(VectorOperators.MAX);
        FloatVector sum = FloatVector.zero(FLOATS);
        FloatVector moment = FloatVector.zero(FLOATS);
        for (int i = 0; i < BINS; i += LANES) {
            FloatVector p = VectorMath.exp(FloatVector.fromMemorySegment(FLOATS, ALL, logits + 4L * i, ORDER)
                    .sub(max));
            sum = sum.add(p);
            moment = p.fma(LANE.add(i), moment);
        }
        return VectorMath.sum(moment) / VectorMath.sum(sum);
    }

    /** Softmax of one side's logits in double precision; returns the expectation. */
    static double softmax(long logits, double[] probabilities) {
        double shift = logSumExp(logits);
        double expectation = 0;
        for (int j = 0; j < BINS; j++) {
            probabilities[j] = Math.exp(Memory.getFloat(logits + 4L * j) - shift);
            expectation += j * probabilities[j];
        }
        return expectation;
    }

    /** ln Σ e^x of one side's logits: minus a bin's logit, the negative logarithm of its probability. */
    static double logSumExp(long logits) {
        double max = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < BINS; j++) {
            max = Math.max(max, Memory.getFloat(logits + 4L * j));
        }
        double sum = 0;
        for (int j = 0; j < BINS; j++) {
            sum += Math.exp(Memory.getFloat(logits + 4L * j) - max);
        }
        return max + Math.log(sum);
    }
}
