package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.DetectionHead;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Distances from their distributions over {@link DetectionHead#BINS} bins, in memory at raw addresses. */
final class Distributions {
    private static final int BINS = DetectionHead.BINS;
    private static final VectorSpecies<Float> SPECIES =
            FloatVector.SPECIES_PREFERRED.length() <= BINS ? FloatVector.SPECIES_PREFERRED : FloatVector.SPECIES_512;
    private static final FloatVector LANE = FloatVector.zero(SPECIES).addIndex(1);

    private Distributions() {}

    /** Writes the four expected distances of one anchor. */
    static void expect(long logits, long distances) {
        for (int side = 0; side < 4; side++) {
            Memory.setFloat(distances + 4L * side, expectation(logits + 4L * side * BINS));
        }
    }

    /** Expectation of the bins 0…15 under the softmax of their logits. */
    private static float expectation(long logits) {
        FloatVector highest = load(logits, 0);
        for (int i = SPECIES.length(); i < BINS; i += SPECIES.length()) {
            highest = highest.max(load(logits, i));
        }
        float max = highest.reduceLanes(VectorOperators.MAX);
        FloatVector sum = FloatVector.zero(SPECIES);
        FloatVector moment = FloatVector.zero(SPECIES);
        for (int i = 0; i < BINS; i += SPECIES.length()) {
            FloatVector p = load(logits, i).sub(max).lanewise(VectorOperators.EXP);
            sum = sum.add(p);
            moment = p.fma(LANE.add(i), moment);
        }
        return moment.reduceLanes(VectorOperators.ADD) / sum.reduceLanes(VectorOperators.ADD);
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

    private static FloatVector load(long logits, int first) {
        return FloatVector.fromMemorySegment(SPECIES, Memory.ALL, logits + 4L * first, ByteOrder.nativeOrder());
    }
}
