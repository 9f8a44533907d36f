package dev.ocellus.engine.parity;

import tools.jackson.databind.JsonNode;

/** Tensors as the reference keeps them: sums, norms and sampled elements. */
final class Summary {
    private Summary() {}

    /** Compares sampled elements (relative to the tensor's root mean square), the sum of absolute values and the norm. */
    static void compare(Comparison comparison, String name, JsonNode expected, float[] actual) {
        double norm = expected.required("l2").asDouble();
        double typical = norm / Math.sqrt(actual.length);
        JsonNode index = expected.required("index");
        JsonNode value = expected.required("value");
        for (int i = 0; i < index.size(); i++) {
            int at = index.required(i).asInt();
            comparison.add(name + "[" + at + "]", value.required(i).asDouble(), actual[at], typical);
        }
        double absolute = 0;
        for (float v : actual) {
            absolute += Math.abs(v);
        }
        comparison.add(name + " absolute sum", expected.required("abs_sum").asDouble(), absolute);
        comparison.add(name + " norm", norm, norm(actual));
    }

    /** Euclidean norm. */
    static double norm(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return Math.sqrt(sum);
    }

    /** Index of sample {@code i} of {@code samples}, spread evenly over a tensor. */
    static int sample(int i, int samples, int elements) {
        return samples == 1 ? 0 : (int) ((long) i * (elements - 1) / (samples - 1));
    }
}
