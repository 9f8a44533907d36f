package dev.ocellus.engine.graph;

import java.util.List;

/**
 * One operation of a graph. {@code path} is the module that built it (for example {@code backbone.elan2.conv1}), shared by
 * the forward node and its gradient, so that time can be attributed to a place in the model.
 */
public final class Node {
    private final int index;
    private final Op op;
    private final List<Value> inputs;
    private List<Value> outputs = List.of();
    private final Phase phase;
    private final String path;

    Node(int index, Op op, List<Value> inputs, Phase phase, String path) {
        this.index = index;
        this.op = op;
        this.inputs = List.copyOf(inputs);
        this.phase = phase;
        this.path = path;
    }

    void outputs(List<Value> values) {
        outputs = List.copyOf(values);
    }

    /** Position in the graph's order of execution. */
    public int index() {
        return index;
    }

    /** The operation. */
    public Op op() {
        return op;
    }

    /** Operands, in the order that the operation defines. */
    public List<Value> inputs() {
        return inputs;
    }

    /** Results, in the order that the operation defines. */
    public List<Value> outputs() {
        return outputs;
    }

    /** Operand {@code i}. */
    public Value input(int i) {
        return inputs.get(i);
    }

    /** Result {@code i}. */
    public Value output(int i) {
        return outputs.get(i);
    }

    /** Part of the step. */
    public Phase phase() {
        return phase;
    }

    /** Module path in the model. */
    public String path() {
        return path;
    }

    /** Arithmetic and traffic of this node. */
    public Cost cost() {
        return op.cost(
                inputs.stream().map(Value::spec).toList(),
                outputs.stream().map(Value::spec).toList());
    }

    @Override
    public String toString() {
        return index + " " + op.name() + " " + path + " " + inputs + " -> " + outputs;
    }
}
