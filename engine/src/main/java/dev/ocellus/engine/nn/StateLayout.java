package dev.ocellus.engine.nn;

import dev.ocellus.engine.tensor.Shape;

/**
 * Order of elements in state dicts and in the engine. Weights of convolutions are OIHW in state dicts and OHWI here; a
 * linear layer's [O, I] is [O, 1, 1, I] here; all other tensors are alike. Pure functions.
 */
public final class StateLayout {
    private StateLayout() {}

    /** The shape of a parameter of the engine in a state dict. */
    public static Shape stateShape(Shape shape) {
        return shape.rank() == 4 ? Shape.of(shape.dim(0), shape.dim(3), shape.dim(1), shape.dim(2)) : shape;
    }

    /** From the order of a state dict to that of a parameter with the engine's shape {@code shape}. */
    public static float[] toEngine(float[] state, Shape shape) {
        return shape.rank() == 4 ? permute(state, shape, true) : state;
    }

    /** From the order of a parameter with the engine's shape {@code shape} to that of a state dict. */
    public static float[] toState(float[] values, Shape shape) {
        return shape.rank() == 4 ? permute(values, shape, false) : values;
    }

    private static float[] permute(float[] from, Shape shape, boolean toEngine) {
        int window = shape.dim(1) * shape.dim(2);
        int inputs = shape.dim(3);
        float[] to = new float[from.length];
        for (int o = 0; o < shape.dim(0); o++) {
            for (int w = 0; w < window; w++) {
                for (int i = 0; i < inputs; i++) {
                    int engine = (o * window + w) * inputs + i;
                    int state = (o * inputs + i) * window + w;
                    if (toEngine) {
                        to[engine] = from[state];
                    } else {
                        to[state] = from[engine];
                    }
                }
            }
        }
        return to;
    }
}
