package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * The number in a slot of the control store, as a scalar. Operand: the control store.
 */
public record ReadControl(Control slot) implements Op {
    @Override
    public String name() {
        return "read_control";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32));
    }
}
