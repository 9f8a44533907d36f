package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sum of two tensors of one shape. */
public record Add() implements Op {
    @Override
    public String name() {
        return "add";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        if (!inputs.get(0).equals(inputs.get(1))) {
            throw new IllegalArgumentException("cannot add " + inputs.get(0) + " and " + inputs.get(1));
        }
        return List.of(inputs.get(0));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(gradients.get(0), gradients.get(0));
    }

    @Override
    public int inPlace(int output) {
        return 0;
    }
}
