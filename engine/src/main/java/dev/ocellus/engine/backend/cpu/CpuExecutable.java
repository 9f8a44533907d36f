package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.program.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A program with one kernel for each call, made once, and its arena. */
final class CpuExecutable implements Executable {
    private final Program program;
    private final WorkerPool pool;
    private final Arena memory = Arena.ofShared();
    private final MemorySegment arena;
    private final Map<Store, CpuBuffer> stores;
    private final long scratch;
    private final Kernel[] kernels;
    private final Call[] calls;
    private @Nullable CallObserver observer;

    CpuExecutable(Program program, Map<Store, StoreBuffer> stores, WorkerPool pool) {
        this.program = program;
        this.pool = pool;
        arena = Memory.allocate(memory, Math.max(program.arenaBytes(), 1));
        this.stores = buffers(program, stores);
        Map<Store, Long> addresses = new EnumMap<>(Store.class);
        this.stores.forEach(
                (store, buffer) -> addresses.put(store, buffer.memory().address()));
        Places places = new Places(arena.address(), addresses);
        List<Kernel> made = KernelFactory.create(program.calls(), places);
        kernels = made.toArray(Kernel[]::new);
        calls = program.calls().toArray(Call[]::new);
        long most = 1;
        for (Kernel kernel : kernels) {
            most = Math.max(most, kernel.scratchBytes(pool.threads()));
        }
        scratch = Memory.allocate(memory, most).address();
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

    @Override
    public Program program() {
        return program;
    }

    @Override
    public void write(String input, MemorySegment source) {
        Slab slab = program.input(input);
        MemorySegment.copy(source, 0, arena, slab.byteOffset(), slab.spec().bytes());
    }

    @Override
    public void read(String output, MemorySegment target) {
        Slab slab = program.output(output);
        Store store = slab.store();
        MemorySegment source = store == null
                ? arena
                : Objects.requireNonNull(stores.get(store)).memory();
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

    @Override
    public void run(Segment segment) {
        CallObserver watching = observer;
        for (int i = 0; i < kernels.length; i++) {
            if (segment.includes(calls[i].node().phase())) {
                if (watching == null) {
                    kernels[i].run(pool, scratch);
                } else {
                    long start = System.nanoTime();
                    kernels[i].run(pool, scratch);
                    watching.called(calls[i], System.nanoTime() - start);
                }
            }
        }
    }

    @Override
    public void observe(@Nullable CallObserver next) {
        observer = next;
    }

    @Override
    public void close() {
        if (memory.scope().isAlive()) {
            memory.close();
        }
    }
}
