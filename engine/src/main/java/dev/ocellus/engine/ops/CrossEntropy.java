package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mean over the batch of the cross-entropy between softmax(logits) and the labels, with label smoothing (each class gets
 * smoothing / C of the target). Operands: logits [N, C], labels I32 [N]. Result: scalar.
 *
 * <p>Source: C. Szegedy et al., arXiv:1512.00567, section 7.
 */
public record CrossEntropy(float smoothing) implements Op {
    @Override
    public String name() {
        return "cross_entropy";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        if (inputs.get(1).dtype() != DType.I32
                || inputs.get(1).shape().elements() != inputs.get(0).shape().dim(0)) {
            throw new IllegalArgumentException(
                    "expected one I32 label a row of " + inputs.get(0) + ", got " + inputs.get(1));
        }
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(
                graph.apply(new CrossEntropyGradient(smoothing), gradients.get(0), node.input(0), node.input(1)), null);
    }
}
