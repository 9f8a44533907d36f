package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The same numbers in another floating-point type, rounded to nearest even. Operand and result have one shape. */
public record Cast(DType to) implements Op {
    @Override
    public String name() {
        return "cast";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        if (inputs.get(0).dtype() == to) {
            throw new IllegalArgumentException("the operand is " + to + " already");
        }
        return List.of(new TensorSpec(inputs.get(0).shape(), to));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(graph.apply(new Cast(node.input(0).spec().dtype()), gradients.get(0)));
    }
}
