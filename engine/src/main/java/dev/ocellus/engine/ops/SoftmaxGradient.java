package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gradient of {@link Softmax}. Operands: gradient of the result, the result.
 */
public record SoftmaxGradient() implements Op {
    @Override
    public String name() {
        return "softmax_backward";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(inputs.get(0));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Op.noGradients(node.inputs().size());
    }
}
