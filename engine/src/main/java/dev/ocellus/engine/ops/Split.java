package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a tensor along an axis into parts of the given sizes; the parts are views, nothing is copied. */
public record Split(Axis axis, List<Integer> sizes) implements Op {
    @Override
    public String name() {
        return "split";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        Shape whole = inputs.get(0).shape();
        int at = axis.of(whole);
        if (sizes.stream().mapToInt(Integer::intValue).sum() != whole.dim(at)) {
            throw new IllegalArgumentException("parts " + sizes + " do not add up to " + whole + " along " + axis);
        }
        return sizes.stream()
                .map(size -> new TensorSpec(whole.with(at, size), inputs.get(0).dtype()))
                .toList();
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            Value part = gradients.get(i);
            parts.add(
                    part != null
                            ? part
                            : graph.apply(new Fill(node.output(i).spec(), 0), List.of())
                                    .get(0));
        }
        return Arrays.asList(graph.apply(new Concat(axis), parts).get(0));
    }
}
