package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter in the element type of the activations: the place, {@code offset} elements into it, that the parameter has in a converted
 * copy of its store. Operands: the parameter, the copy as one vector. The result is a view of the copy. Its gradient goes to
 * {@link Store#HALF_GRADIENTS}, at the same place, and from there to the parameter's gradient together with all others.
 */
public record ConvertedWeights(int offset) implements Op {
    @Override
    public String name() {
        return "converted_weights";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        TensorSpec parameter = inputs.get(0);
        if (offset + parameter.shape().elements() > inputs.get(1).shape().elements()) {
            throw new IllegalArgumentException(parameter + " at " + offset + " is not in " + inputs.get(1));
        }
        return List.of(new TensorSpec(parameter.shape(), inputs.get(1).dtype()));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        Value gradient = gradients.get(0);
        if (gradient != null) {
            gradient.bind(Store.HALF_GRADIENTS, offset);
        }
        return Arrays.asList(null, null);
    }
}
