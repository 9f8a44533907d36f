package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.program.Slab;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A program with one kernel for each call. Its arena and its scratch memory are those of the backend; when a larger program
 * has made them move, the kernels are made anew.
 */
final class CpuExecutable implements Executable {
    private final Program program;
    private final WorkerPool pool;
    private final Workspace arena;
    private final Workspace scratch;
    private final Map<Store, CpuBuffer> stores;
    private final Map<Store, Long> addresses = new EnumMap<>(Store.class);
    private final Call[] calls;
    private Kernel[] kernels = {};
    private long scratchBytes = 1;
    private long bound;
    private @Nullable CallObserver observer;

    /**
     * Makes the kernels.
     *
     * @param arena memory of activations, shared with the backend's other programs
     * @param scratch memory of single kernels, shared too
     */
    CpuExecutable(
            Program program, Map<Store, StoreBuffer> stores, WorkerPool pool, Workspace arena, Workspace scratch) {
        this.program = program;
        this.pool = pool;
        this.arena = arena;
        this.scratch = scratch;
        this.stores = buffers(program, stores);
        this.stores.forEach(
                (store, buffer) -> addresses.put(store, buffer.memory().address()));
        calls = program.calls().toArray(Call[]::new);
        bind();
    }

    private static Map<Store, CpuBuffer> buffers(Program program, Map<Store, StoreBuffer> stores) {
        Map<Store, CpuBuffer> buffers = new EnumMap<>(Store.class);
        program.storeElements().forEach((store, elements) -> {
            if (!(stores.get(store) instanceof CpuBuffer buffer) || buffer.elements() < elements) {
                throw new IllegalArgumentException("the program needs " + elements + " elements of " + store);
            }
            buffers.put(store, buffer);
        });
        return buffers;
    }

    /** Makes the kernels for the place where the arena lies now, if they are not. */
    private void bind() {
        long address = arena.reserve(Math.max(program.arenaBytes(), 1));
        if (address != bound) {
            kernels = KernelFactory.create(program.calls(), new Places(address, addresses))
                    .toArray(Kernel[]::new);
            bound = address;
            for (Kernel kernel : kernels) {
                scratchBytes = Math.max(scratchBytes, kernel.scratchBytes(pool.threads()));
            }
        }
        scratch.reserve(scratchBytes);
    }

    @Override
    public Program program() {
        return program;
    }

    @Override
    public void write(String input, MemorySegment source) {
        bind();
        arena.give(this);
        Slab slab = program.input(input);
        MemorySegment.copy(
                source, 0, arena.memory(), slab.byteOffset(), slab.spec().bytes());
    }

    @Override
    public void read(String output, MemorySegment target) {
        Slab slab = program.output(output);
        MemorySegment source = source(output, slab.store());
        int bytes = slab.dtype().bytes();
        long row = (long) slab.shape().channels() * bytes;
        long at = 0;
        for (int n = 0; n < slab.shape().images(); n++) {
            for (int p = 0; p < slab.shape().pixels(); p++, at += row) {
                long from = slab.byteOffset() + bytes * (n * slab.imageStride() + (long) p * slab.pixelStride());
                MemorySegment.copy(source, from, target, at, row);
            }
        }
    }

    private MemorySegment source(String output, @Nullable Store store) {
        if (store != null) {
            return Objects.requireNonNull(stores.get(store)).memory();
        }
        if (!arena.belongsTo(this)) {
            throw new IllegalStateException(output + " is gone: another program has used the memory since");
        }
        return arena.memory();
    }

    @Override
    public void run(Segment segment) {
        bind();
        if (!arena.belongsTo(this)) {
            if (!program.inputs().isEmpty()) {
                throw new IllegalStateException(
                        program.inputs().keySet() + " are gone: another program has used the memory since");
            }
            arena.give(this);
        }
        long own = scratch.memory().address();
        CallObserver watching = observer;
        for (int i = 0; i < kernels.length; i++) {
            if (segment.includes(calls[i].node().phase())) {
                if (watching == null) {
                    kernels[i].run(pool, own);
                } else {
                    long start = System.nanoTime();
                    kernels[i].run(pool, own);
                    watching.called(calls[i], System.nanoTime() - start);
                }
            }
        }
    }

    @Override
    public void observe(@Nullable CallObserver next) {
        observer = next;
    }

    /** Nothing to free: the memory is the backend's. */
    @Override
    public void close() {}
}
