package dev.ocellus.engine.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reverse-mode differentiation of a graph into the same graph.
 *
 * <p>Nodes are visited from last to first; each gives its operands' gradients from its results' gradients through
 * {@link Op#gradient}. Where a value has several consumers, the contributions are added in the order in which they are
 * found; the planner later lets the kernels accumulate in place instead. Gradients of parameters are bound to
 * {@link Store#GRADIENTS} at the offset of the parameter.
 *
 * <p>Source: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., chapter 3 (reverse mode).
 */
public final class Autodiff {
    private final Graph graph;
    private final Op sum;
    private final Op copy;
    private final Map<Value, Value> gradients = new HashMap<>();

    /**
     * Prepares differentiation.
     *
     * @param sum the operation that adds two tensors of one shape
     * @param copy the operation that repeats a tensor, for parameters that have one gradient in common
     */
    public Autodiff(Graph graph, Op sum, Op copy) {
        this.graph = graph;
        this.sum = sum;
        this.copy = copy;
    }

    /**
     * Adds the backward nodes for the given results.
     *
     * @param seeds gradient of each value at which differentiation starts
     * @throws IllegalArgumentException if no parameter influences a seed
     */
    public void backward(Map<Value, Value> seeds) {
        seeds.forEach((value, seed) -> {
            if (!graph.needsGradient(value)) {
                throw new IllegalArgumentException("no trainable parameter influences " + value);
            }
            contribute(value, seed);
        });
        List<Node> forward = List.copyOf(graph.nodes());
        for (int i = forward.size() - 1; i >= 0; i--) {
            Node node = forward.get(i);
            if (node.outputs().stream().anyMatch(gradients::containsKey)) {
                graph.in(
                        Phase.BACKWARD,
                        () -> graph.at(node.path(), () -> {
                            visit(node);
                            return null;
                        }));
            }
        }
        for (Value value : graph.stored()) {
            Value gradient = gradients.get(value);
            Value.Binding binding = value.binding();
            if (gradient != null && binding != null && binding.store() == Store.PARAMETERS) {
                Value own = gradient.producer() == null || gradient.binding() != null
                        ? graph.in(Phase.BACKWARD, () -> graph.apply(copy, gradient))
                        : gradient;
                own.bind(Store.GRADIENTS, binding.offset());
            }
        }
    }

    /** Gradient of a value after {@link #backward}, null if the seeds do not depend on it. */
    public @Nullable Value gradientOf(Value value) {
        return gradients.get(value);
    }

    private void visit(Node node) {
        List<@Nullable Value> results =
                node.outputs().stream().<@Nullable Value>map(gradients::get).toList();
        List<@Nullable Value> contributions = node.op().gradient(node, results, graph);
        for (int i = 0; i < contributions.size(); i++) {
            Value contribution = contributions.get(i);
            if (contribution != null && graph.needsGradient(node.input(i))) {
                contribute(node.input(i), contribution);
            }
        }
    }

    private void contribute(Value value, Value contribution) {
        if (!value.shape().equals(contribution.shape())) {
            throw new IllegalStateException(
                    "gradient of " + value + " has shape " + contribution.shape() + " from " + contribution);
        }
        Value before = gradients.get(value);
        gradients.put(value, before == null ? contribution : graph.apply(sum, before, contribution));
    }
}
