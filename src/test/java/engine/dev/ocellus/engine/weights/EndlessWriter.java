package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** A program that replaces one file again and again, each time with other numbers, until it is killed. */
final class EndlessWriter {
    static final int ELEMENTS = 1 << 20;

    private EndlessWriter() {}

    public static void main(String[] arguments) throws IOException {
        for (int version = 1; ; version++) {
            float[] values = new float[ELEMENTS];
            Arrays.fill(values, version);
            TensorSource tensor = TensorSource.of(HostTensor.of(Shape.of(ELEMENTS), values));
            Safetensors.write(
                    Path.of(arguments[0]),
                    Map.of("weight", tensor, "optimizer.moment1.weight", tensor),
                    Map.of("version", Integer.toString(version)));
        }
    }
}
