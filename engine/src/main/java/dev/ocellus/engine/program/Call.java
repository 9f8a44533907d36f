package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Node;
import java.util.List;

/**
 * One kernel call of a program: a node with the places of its operands and results.
 *
 * @param accumulate whether the kernel adds its results to what is in their places instead of storing them
 */
public record Call(Node node, List<Slab> inputs, List<Slab> outputs, boolean accumulate) {
    /** Operand {@code i}. */
    public Slab input(int i) {
        return inputs.get(i);
    }

    /** Result {@code i}. */
    public Slab output(int i) {
        return outputs.get(i);
    }
}
