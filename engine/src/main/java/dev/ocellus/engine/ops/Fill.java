package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tensor with one number in each element. */
public record Fill(TensorSpec spec, float number) implements Op {
    @Override
    public String name() {
        return "fill";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        return List.of(spec);
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return List.of();
    }
}
