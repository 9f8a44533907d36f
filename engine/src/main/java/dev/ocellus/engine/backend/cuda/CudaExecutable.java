package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.CaptureScope;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.program.Slab;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A program on a GPU: one kernel for each call. A run enqueues the calls of a segment one by one, or starts recordings of them. Its
 * arena and its scratch memory are those of the backend; when a larger program has made them move, the kernels are bound anew and
 * recordings, which hold addresses, are dropped.
 */
final class CudaExecutable implements Executable {
    private static final long SCRATCH_ALIGNMENT = 512;

    private final CudaContext context;
    private final Program program;
    private final Map<Store, CudaBuffer> stores;
    private final Map<Store, Long> addresses = new EnumMap<>(Store.class);
    private final Call[] calls;
    private final StreamPlan plan;
    private DeviceKernel[] kernels = {};
    private long boundArena;
    private long boundScratch;
    private long scratchEach;
    private final CallTimer timer = new CallTimer();
    private final Map<Segment, List<StepPiece>> recorded = new EnumMap<>(Segment.class);
    private @Nullable CallObserver observer;

    CudaExecutable(CudaContext context, Program program, Map<Store, StoreBuffer> given) {
        this.context = context;
        this.program = program;
        stores = buffers(program, given);
        calls = program.calls().toArray(Call[]::new);
        plan = StreamPlan.of(calls, context.streams());
        stores.forEach((store, buffer) -> addresses.put(store, buffer.address()));
        bind();
    }

    /** Makes the kernels for the places where arena and scratch memory lie now, if they are not. */
    private void bind() {
        long arena = context.arena().reserve(program.arenaBytes()).address();
        if (arena != boundArena) {
            release();
            close(kernels);
            kernels = CudaKernelFactory.create(program.calls(), new CudaPlaces(arena, addresses), context);
            long most = 0;
            for (DeviceKernel kernel : kernels) {
                most = Math.max(most, kernel.scratchBytes());
            }
            scratchEach = Math.ceilDiv(most, SCRATCH_ALIGNMENT) * SCRATCH_ALIGNMENT;
            boundArena = arena;
            boundScratch = 0;
        }
        long scratch = context.scratch().reserve(scratchEach * plan.count()).address();
        if (scratch != boundScratch) {
            release();
            for (int i = 0; i < kernels.length; i++) {
                kernels[i].scratch(scratch + plan.streams()[i] * scratchEach);
            }
            boundScratch = scratch;
        }
    }

    private static Map<Store, CudaBuffer> buffers(Program program, Map<Store, StoreBuffer> given) {
        Map<Store, CudaBuffer> buffers = new EnumMap<>(Store.class);
        program.storeElements().forEach((store, elements) -> {
            if (!(given.get(store) instanceof CudaBuffer buffer) || buffer.elements() < elements) {
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
        context.enter();
        bind();
        context.arena().give(this);
        Slab slab = program.input(input);
        context.transfers()
                .write(
                        context.arena().reserve(program.arenaBytes()),
                        slab.byteOffset(),
                        source.asSlice(0, slab.spec().bytes()));
    }

    @Override
    public void read(String output, MemorySegment target) {
        context.enter();
        Slab slab = program.output(output);
        DeviceMemory memory = source(output, slab.store());
        int bytes = slab.dtype().bytes();
        if (slab.dense()) {
            context.transfers()
                    .read(
                            memory,
                            slab.byteOffset(),
                            target.asSlice(0, slab.spec().bytes()));
            return;
        }
        long row = (long) slab.shape().channels() * bytes;
        long at = 0;
        for (int n = 0; n < slab.shape().images(); n++) {
            for (int p = 0; p < slab.shape().pixels(); p++, at += row) {
                long from = slab.byteOffset() + bytes * (n * slab.imageStride() + (long) p * slab.pixelStride());
                context.transfers().read(memory, from, target.asSlice(at, row));
            }
        }
    }

    private DeviceMemory source(String output, @Nullable Store store) {
        if (store != null) {
            return Objects.requireNonNull(stores.get(store)).memory();
        }
        if (!context.arena().belongsTo(this)) {
            throw new IllegalStateException(output + " is gone: another program has used the memory since");
        }
        return context.arena().reserve(program.arenaBytes());
    }

    @Override
    public void run(Segment segment) {
        context.enter();
        bind();
        if (!context.arena().belongsTo(this)) {
            if (!program.inputs().isEmpty()) {
                throw new IllegalStateException(
                        program.inputs().keySet() + " are gone: another program has used the memory since");
            }
            context.arena().give(this);
        }
        CallObserver watching = observer;
        if (watching != null) {
            observed(segment, watching);
            return;
        }
        CudaStream stream = context.stream();
        for (StepPiece piece : recorded.getOrDefault(segment, List.of(new StepPiece.Eager(0, calls.length)))) {
            switch (piece) {
                case StepPiece.Recorded(CudaGraph graph) -> graph.launch(stream);
                case StepPiece.Eager(int first, int end) -> enqueue(segment, first, end);
            }
        }
    }

    private void enqueue(Segment segment, int first, int end) {
        CudaStream stream = context.stream();
        for (int i = first; i < end; i++) {
            if (segment.includes(calls[i].node().phase())) {
                kernels[i].enqueue(stream);
            }
        }
    }

    /** Enqueues calls on several streams, which start after the stream of all steps and end before it goes on. */
    private void fork(Segment segment, int first, int end) {
        try (Fork fork = new Fork(context)) {
            for (int i = first; i < end; i++) {
                if (segment.includes(calls[i].node().phase())) {
                    CudaStream stream = fork.stream(plan.streams()[i]);
                    for (int need : plan.waits().get(i)) {
                        fork.await(need, stream);
                    }
                    kernels[i].enqueue(stream);
                    fork.enqueued(i, stream);
                }
            }
            fork.join();
        }
    }

    private void observed(Segment segment, CallObserver watching) {
        CudaStream stream = context.stream();
        timer.start(stream);
        for (int i = 0; i < calls.length; i++) {
            if (segment.includes(calls[i].node().phase())) {
                kernels[i].enqueue(stream);
                timer.ended(calls[i], stream);
            }
        }
        timer.report(stream, watching);
    }

    @Override
    public boolean capturable() {
        return true;
    }

    @Override
    public Captured capture(Segment segment, CaptureScope scope) {
        context.enter();
        bind();
        context.stream().synchronize();
        List<StepPiece> pieces = new ArrayList<>();
        int nodes = 0;
        int eager = 0;
        try {
            for (int first = 0; first < calls.length; ) {
                boolean record = scope.includes(calls[first].node().phase());
                int end = first + 1;
                while (end < calls.length && scope.includes(calls[end].node().phase()) == record) {
                    end++;
                }
                int from = first;
                int to = end;
                if (record) {
                    CudaGraph graph = new CudaGraph(context.stream(), () -> fork(segment, from, to));
                    pieces.add(new StepPiece.Recorded(graph));
                    nodes += graph.nodes();
                } else {
                    pieces.add(new StepPiece.Eager(from, to));
                    eager += count(segment, from, to);
                }
                first = end;
            }
        } catch (RuntimeException failure) {
            close(pieces);
            throw failure;
        }
        close(recorded.getOrDefault(segment, List.of()));
        recorded.put(segment, pieces);
        return new Captured(pieces.size(), nodes, eager);
    }

    private int count(Segment segment, int first, int end) {
        int count = 0;
        for (int i = first; i < end; i++) {
            count += segment.includes(calls[i].node().phase()) ? 1 : 0;
        }
        return count;
    }

    @Override
    public void release() {
        context.enter();
        recorded.values().forEach(CudaExecutable::close);
        recorded.clear();
    }

    private static void close(List<StepPiece> pieces) {
        for (StepPiece piece : pieces) {
            if (piece instanceof StepPiece.Recorded(CudaGraph graph)) {
                graph.close();
            }
        }
    }

    private static void close(DeviceKernel[] kernels) {
        for (DeviceKernel kernel : kernels) {
            kernel.close();
        }
    }

    @Override
    public void observe(@Nullable CallObserver next) {
        observer = next;
    }

    @Override
    public void close() {
        release();
        close(kernels);
        timer.close();
    }
}
