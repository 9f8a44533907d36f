package dev.ocellus.engine.train;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.ParameterLayout;
import dev.ocellus.engine.nn.StateLayout;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * The numbers of a run on a device: weights, running statistics, gradients, optimizer state, moving average, control
 * scalars. Owns the stores. Used by the thread that trains.
 */
public final class ModelState implements AutoCloseable {
    private final ParameterLayout layout;
    private final Map<Store, StoreBuffer> stores = new EnumMap<>(Store.class);

    /** Allocates the given stores besides parameters, buffers and control, all zero. */
    public ModelState(Backend backend, ParameterLayout layout, Iterable<Store> more) {
        this.layout = layout;
        add(backend, Store.PARAMETERS);
        add(backend, Store.BUFFERS);
        add(backend, Store.CONTROL);
        more.forEach(store -> add(backend, store));
    }

    private void add(Backend backend, Store store) {
        long elements = switch (store) {
            case BUFFERS, EMA_BUFFERS -> layout.bufferElements();
            case CONTROL -> Control.SLOTS;
            case SCALER -> Scaler.SLOTS;
            default -> layout.parameterElements();
        };
        stores.put(store, backend.allocate(store, elements));
    }

    /** Where parameters lie. */
    public ParameterLayout layout() {
        return layout;
    }

    /** Memory by store, to compile programs with. */
    public Map<Store, StoreBuffer> stores() {
        return Collections.unmodifiableMap(stores);
    }

    /** Draws all parameters; each from a stream of its own, so that a change of one leaves the others. */
    public void initialise(long seed) {
        for (Parameter parameter : layout.all()) {
            CRC32 crc = new CRC32();
            crc.update(parameter.name().getBytes(StandardCharsets.UTF_8));
            float[] values = new float[(int) parameter.shape().elements()];
            parameter.init().fill(values, new SplittableRandom(seed * 0x9E3779B97F4A7C15L + crc.getValue()));
            write(parameter.store(), parameter, values);
        }
    }

    /** Sets a parameter or buffer from numbers in the order of a state dict. */
    public void set(Parameter parameter, float[] state) {
        write(parameter.store(), parameter, StateLayout.toEngine(state, parameter.shape()));
    }

    /** Sets a tensor in a store that parallels the parameters or buffers, from the order of a state dict. */
    public void set(Store store, Parameter parameter, float[] state) {
        write(store, parameter, StateLayout.toEngine(state, parameter.shape()));
    }

    /** A tensor in the order of a state dict, from its own store or one that parallels it. */
    public float[] get(Store store, Parameter parameter) {
        float[] values = new float[(int) parameter.shape().elements()];
        store(store).read(parameter.offset(), MemorySegment.ofArray(values));
        return StateLayout.toState(values, parameter.shape());
    }

    /** Copies a whole store to another of the same size. */
    public void copy(Store from, Store to) {
        float[] values = new float[(int) store(from).elements()];
        store(from).read(0, MemorySegment.ofArray(values));
        store(to).write(0, MemorySegment.ofArray(values));
    }

    /** Memory of a store. */
    public StoreBuffer store(Store store) {
        StoreBuffer buffer = stores.get(store);
        if (buffer == null) {
            throw new IllegalStateException("this run has no store " + store);
        }
        return buffer;
    }

    private void write(Store store, Parameter parameter, float[] values) {
        store(store).write(parameter.offset(), MemorySegment.ofArray(values));
    }

    @Override
    public void close() {
        stores.values().forEach(StoreBuffer::close);
    }
}
