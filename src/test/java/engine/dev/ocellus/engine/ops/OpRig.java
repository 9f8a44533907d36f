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
 * Sliced, the operands of several pixels are channels in the middle of wider tensors. Operands of a half type are float32 in their stores,
 * numbers that the type can hold, and converted before they are used; results of a half type are converted before they are given out.
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
            graph.output(
                    "result " + i,
                    half(results.get(i)) ? graph.apply(new Cast(DType.F32), results.get(i)) : results.get(i));
        }
        differentiable = operands.stream().anyMatch(graph::needsGradient);
        if (differentiable) {
            TensorSpec spec = results.get(0).spec();
            Value seed = stored("seed", spec.shape(), Store.BUFFERS, false);
            autodiff.backward(Map.of(results.get(0), converted(seed, new OpCase.Operand(OpCase.Kind.STATE, spec))));
        }
    }

    private Value argument(OpCase.Operand operand, boolean sliced) {
        TensorSpec spec = operand.spec();
        if (spec.dtype() == DType.U8 || spec.dtype() == DType.I32) {
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
            return converted(value, operand);
        }
        int channels = spec.shape().channels();
        Shape wide = spec.shape().with(-1, BEFORE + channels + AFTER);
        Value value = stored("operand " + operands.size(), wide, store, trained);
        operands.add(value);
        Split split = new Split(Axis.CHANNELS, List.of(BEFORE, channels, AFTER));
        return graph.apply(split, List.of(converted(value, operand))).get(1);
    }

    /** Fills a stored tensor and gives it in the operand's element type. */
    private Value converted(Value value, OpCase.Operand operand) {
        fill(value, operand);
        DType type = operand.spec().dtype();
        return type == value.spec().dtype() ? value : graph.apply(new Cast(type), value);
    }

    private static boolean half(Value value) {
        return value.spec().dtype() == DType.F16 || value.spec().dtype() == DType.BF16;
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
