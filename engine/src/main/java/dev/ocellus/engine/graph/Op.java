package dev.ocellus.engine.graph;

import dev.ocellus.engine.tensor.TensorSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operation: shape rule, gradient rule, cost and name, but no arithmetic. Backends hold the kernels. Implementations
 * are immutable records of their attributes, safe to share between graphs and threads.
 */
public interface Op {
    /** The field's term in lower case, for example {@code conv2d}; shown in tables and traces. */
    String name();

    /**
     * Shapes of the results.
     *
     * @throws IllegalArgumentException if the operands do not fit together; the message names the shapes
     */
    List<TensorSpec> infer(List<TensorSpec> inputs);

    /**
     * Adds nodes that compute the gradients of the operands. Operations that are never differentiated, such as gradients and
     * updates, leave this as it is: no operand has a gradient.
     *
     * @param node the node of this operation in the forward part
     * @param gradients gradient of each result, null where a result has no influence on the loss
     * @param graph where to add nodes; {@link Graph#needsGradient} tells which operands need a gradient
     * @return one entry an operand, null where there is none
     */
    default List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        return Arrays.asList(new Value[node.inputs().size()]);
    }

    /** Arithmetic and least traffic for operands and results of the given shapes. */
    default Cost cost(List<TensorSpec> inputs, List<TensorSpec> outputs) {
        return Cost.traffic(Stream.concat(inputs.stream(), outputs.stream())
                .mapToLong(TensorSpec::bytes)
                .sum());
    }

    /** Operands that the kernel changes in memory (running statistics, weights); such a node is never removed. */
    default Set<Integer> mutates() {
        return Set.of();
    }

    /** Whether the kernel can add result {@code output} to what is already in its memory instead of storing it. */
    default boolean canAccumulate(int output) {
        return false;
    }

    /** Operand whose memory result {@code output} may take over if it is not used again; −1 if none. */
    default int inPlace(int output) {
        return -1;
    }
}
