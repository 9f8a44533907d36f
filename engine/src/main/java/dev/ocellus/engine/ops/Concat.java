package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins tensors along an axis. The planner lets the producers write into slices of the result where it can. */
public record Concat(Axis axis) implements Op {
    @Override
    public String name() {
        return "concat";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape first = inputs.get(0).shape();
        int at = axis.of(first);
        int total = 0;
        for (TensorSpec input : inputs) {
            total += input.shape().dim(at);
            if (!input.shape().with(at, 0).equals(first.with(at, 0))) {
                throw new IllegalArgumentException("cannot join " + inputs + " along " + axis);
            }
        }
        return List.of(new TensorSpec(first.with(at, total), inputs.get(0).dtype()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        List<Integer> sizes = node.inputs().stream()
                .map(value -> value.shape().dim(axis.of(value.shape())))
                .toList();
        return new ArrayList<>(graph.apply(new Split(axis, sizes), List.of(gradients.get(0))));
    }
}
