package dev.ocellus.engine.nn;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.ops.ParameterRange;
import dev.ocellus.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Where each parameter and buffer of a model lies in its flat store. Parameters with weight decay come first, so that an
 * optimizer needs few ranges. Each tensor starts at a multiple of 16 elements; the gaps hold zeros and stay zero.
 * Immutable after {@link Builder#build}.
 */
public final class ParameterLayout implements ParameterSource {
    private static final long ALIGNMENT = 16;

    private final Map<String, Parameter> parameters;
    private final long weightElements;
    private final long parameterElements;
    private final long bufferElements;

    private ParameterLayout(
            Map<String, Parameter> parameters, long weightElements, long parameterElements, long bufferElements) {
        this.parameters = parameters;
        this.weightElements = weightElements;
        this.parameterElements = parameterElements;
        this.bufferElements = bufferElements;
    }

    /** Collects the declarations of a network while it is built once. */
    public static final class Builder implements ParameterSource {
        private final Map<String, Parameter> declared = new LinkedHashMap<>();

        @Override
        public Parameter get(String name, Shape shape, Init init, Store store, int decayGroup) {
            Parameter parameter = new Parameter(name, shape, init, store, 0, decayGroup);
            if (declared.put(name, parameter) != null) {
                throw new IllegalArgumentException("two parameters are named " + name);
            }
            return parameter;
        }

        /** Fixes the offsets. */
        public ParameterLayout build() {
            Map<String, Parameter> placed = new LinkedHashMap<>(declared);
            long weights = place(placed, Store.PARAMETERS, 0, 0);
            long parameters = place(placed, Store.PARAMETERS, 1, weights);
            return new ParameterLayout(placed, weights, parameters, place(placed, Store.BUFFERS, 1, 0));
        }

        private static long place(Map<String, Parameter> placed, Store store, int group, long offset) {
            for (Map.Entry<String, Parameter> entry : placed.entrySet()) {
                Parameter p = entry.getValue();
                if (p.store() == store && p.decayGroup() == group) {
                    entry.setValue(new Parameter(p.name(), p.shape(), p.init(), store, offset, group));
                    offset = align(offset + p.shape().elements());
                }
            }
            return offset;
        }
    }

    @Override
    public Parameter get(String name, Shape shape, Init init, Store store, int decayGroup) {
        Parameter parameter = parameters.get(name);
        if (parameter == null || !parameter.shape().equals(shape)) {
            throw new IllegalArgumentException(name + " " + shape + " is not in the layout: " + parameter);
        }
        return parameter;
    }

    /** All parameters and buffers in order of declaration. */
    public Collection<Parameter> all() {
        return Collections.unmodifiableCollection(parameters.values());
    }

    /** Size of the parameter store, gaps included. */
    public long parameterElements() {
        return parameterElements;
    }

    /** Size of the first part of the parameter store, which holds the weights of convolutions and linear layers. */
    public long weightElements() {
        return weightElements;
    }

    /** Size of the buffer store, gaps included. */
    public long bufferElements() {
        return bufferElements;
    }

    /** Number of trainable numbers, without gaps and buffers. */
    public long parameterCount() {
        return parameters.values().stream()
                .filter(p -> p.store() == Store.PARAMETERS)
                .mapToLong(p -> p.shape().elements())
                .sum();
    }

    /** The parts of the parameter store that an optimizer updates: all parameters that are not frozen. */
    public List<ParameterRange> ranges(Predicate<String> frozen) {
        List<Parameter> sorted = parameters.values().stream()
                .filter(p -> p.store() == Store.PARAMETERS)
                .sorted((a, b) -> Long.compare(a.offset(), b.offset()))
                .toList();
        List<ParameterRange> ranges = new ArrayList<>();
        for (Parameter p : sorted) {
            if (frozen.test(p.name())) {
                continue;
            }
            long end = align(p.offset() + p.shape().elements());
            ParameterRange last = ranges.isEmpty() ? null : ranges.getLast();
            if (last != null && last.decayGroup() == p.decayGroup() && last.offset() + last.length() == p.offset()) {
                ranges.removeLast();
                ranges.add(new ParameterRange(last.offset(), end - last.offset(), p.decayGroup()));
            } else {
                ranges.add(new ParameterRange(p.offset(), end - p.offset(), p.decayGroup()));
            }
        }
        return ranges;
    }

    private static long align(long offset) {
        return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
