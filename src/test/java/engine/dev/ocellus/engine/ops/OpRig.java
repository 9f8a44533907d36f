package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Autodiff;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A graph around one case: operands in stores, the operation, and the gradient of the weighted sum of its first result.
 * Sliced, the operands of several pixels are channels in the middle of wider tensors.
 */
final class OpRig {
    private static final int BEFORE = 3;
    private static final int AFTER = 2;

    final Graph graph = new Graph();
    final Map<Value, double[]> given = new LinkedHashMap<>();
    final List<Value> operands = new ArrayList<>();
    final List<Value> results;
    final Autodiff autodiff = new Autodiff(graph, new Add(), new Copy());
    final boolean differentiable;
    private final SplittableRandom random = new SplittableRandom(7);
    private long parameters;
    private long buffers;

    OpRig(OpCase opCase, boolean sliced) {
        List<Value> arguments = new ArrayList<>();
        for (OpCase.Operand operand : opCase.operands()) {
            arguments.add(argument(operand, sliced));
        }
        results = graph.apply(opCase.op(), arguments);
        for (int i = 0; i < results.size(); i++) {
            graph.output("result " + i, results.get(i));
        }
        differentiable = operands.stream().anyMatch(graph::needsGradient);
        if (differentiable) {
            Value seed = stored("seed", results.get(0).shape(), Store.BUFFERS, false);
            fill(seed, new OpCase.Operand(OpCase.Kind.STATE, seed.spec()));
            autodiff.backward(Map.of(results.get(0), seed));
        }
    }

    private Value argument(OpCase.Operand operand, boolean sliced) {
        TensorSpec spec = operand.spec();
        if (spec.dtype() != DType.F32) {
            Value input = graph.input("operand " + operands.size(), spec);
            operands.add(input);
            fill(input, operand);
            return input;
        }
        boolean trained = operand.kind() == OpCase.Kind.TRAINED;
        Store store = trained ? Store.PARAMETERS : Store.BUFFERS;
        boolean images = trained && spec.shape().pixels() > 1 && operands.isEmpty();
        if (!sliced || !images) {
            Value value = stored("operand " + operands.size(), spec.shape(), store, trained);
            operands.add(value);
            fill(value, operand);
            return value;
        }
        int channels = spec.shape().channels();
        Shape wide = spec.shape().with(-1, BEFORE + channels + AFTER);
        Value value = stored("operand " + operands.size(), wide, store, trained);
        operands.add(value);
        fill(value, operand);
        Split split = new Split(Axis.CHANNELS, List.of(BEFORE, channels, AFTER));
        return graph.apply(split, List.of(value)).get(1);
    }

    private Value stored(String name, Shape shape, Store store, boolean trained) {
        long offset = store == Store.PARAMETERS ? parameters : buffers;
        long next = (offset + shape.elements() + 15) / 16 * 16;
        if (store == Store.PARAMETERS) {
            parameters = next;
        } else {
            buffers = next;
        }
        return graph.stored(name, shape, store, offset, trained);
    }

    private void fill(Value value, OpCase.Operand operand) {
        double[] numbers = new double[(int) value.shape().elements()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = operand.draw(i, random);
        }
        given.put(value, numbers);
    }

    /** Evaluates in double precision, with one number of an operand moved by {@code step}. */
    Interpreter interpret(Value moved, int element, double step) {
        Interpreter interpreter = new Interpreter();
        given.forEach((value, numbers) -> {
            double[] copy = numbers.clone();
            if (value == moved) {
                copy[element] += step;
            }
            interpreter.set(value, copy);
        });
        interpreter.run(graph);
        return interpreter;
    }

    /** The number that is differentiated. */
    double weightedSum(Interpreter interpreter) {
        Value seed = graph.stored().stream()
                .filter(value -> value.name().equals("seed"))
                .findFirst()
                .orElseThrow();
        double[] weights = given.get(seed);
        double[] result = interpreter.get(results.get(0));
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * result[i];
        }
        return sum;
    }
}
