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
 * Sum or mean of all elements; the result is a scalar.
 */
public record Reduce(Kind kind) implements Op {
    /** How elements are combined. */
    public enum Kind {
        SUM,
        MEAN
    }

    @Override
    public String name() {
        return "reduce";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(graph.apply(new ReduceGradient(kind, node.input(0).shape()), gradients.get(0)));
    }
}
