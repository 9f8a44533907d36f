package dev.ocellus.engine.parity;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The generator behind reference values: n numbers that depend on a name only, so that weights and inputs need no file.
 * SplitMix64 over a counter, seeded by the CRC-32 of the name (G. Steele et al., OOPSLA 2014). All results are rounded to
 * float32.
 */
final class ReferenceFill {
    private ReferenceFill() {}

    /** Numbers in [0, 1). */
    static double[] uniform(String name, int count) {
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        long start = (crc.getValue() + 1) * 0xBF58476D1CE4E5B9L;
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            long z = i * 0x9E3779B97F4A7C15L + start;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            z ^= z >>> 31;
            values[i] = (z >>> 11) * 0x1p-53;
        }
        return values;
    }

    /** An input with numbers in [0, 1). */
    static float[] input(int count) {
        double[] u = uniform("x", count);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) u[i];
        }
        return values;
    }

    /** A tensor of the state dict, in the order of its shape there. */
    static float[] tensor(String name, int[] shape) {
        int count = 1;
        for (int dim : shape) {
            count *= dim;
        }
        double centre = name.endsWith("running_var") || (shape.length == 1 && name.endsWith(".weight")) ? 1 : 0;
        double spread;
        if (name.endsWith("running_var")) {
            spread = 0.2;
        } else if (name.endsWith("running_mean")) {
            spread = 0.05;
        } else if (shape.length > 1) {
            spread = Math.sqrt(3.0 * shape[0] / count);
        } else {
            spread = name.endsWith(".weight") ? 0.1 : 0.05;
        }
        double[] u = uniform(name, count);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (centre + spread * (2 * u[i] - 1));
        }
        return values;
    }
}
