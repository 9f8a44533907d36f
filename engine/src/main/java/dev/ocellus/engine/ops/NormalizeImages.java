package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/** Bytes to numbers: y = x · scale, from U8 images [N, H, W, C] to float32. */
public record NormalizeImages(float scale, DType to) implements Op {
    @Override
    public String name() {
        return "normalize";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        if (inputs.get(0).dtype() != DType.U8) {
            throw new IllegalArgumentException("expected bytes, got " + inputs.get(0));
        }
        return List.of(new TensorSpec(inputs.get(0).shape(), to));
    }
}
