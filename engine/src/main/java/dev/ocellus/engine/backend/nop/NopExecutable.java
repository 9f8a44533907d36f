package dev.ocellus.engine.backend.nop;

import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.ops.Add;
import dev.ocellus.engine.ops.Axis;
import dev.ocellus.engine.ops.Concat;
import dev.ocellus.engine.ops.Copy;
import dev.ocellus.engine.ops.Reshape;
import dev.ocellus.engine.ops.Split;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.CallObserver;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.program.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Executes fingerprint kernels in place of real ones; see {@link NopBackend}. */
final class NopExecutable implements Executable {
    private final Program program;
    private final Map<Store, StoreBuffer> stores;
    private final MemorySegment arena;
    private @Nullable CallObserver observer;

    NopExecutable(Program program, Map<Store, StoreBuffer> stores) {
        this.program = program;
        this.stores = stores;
        this.arena = MemorySegment.ofArray(new int[Math.toIntExact((program.arenaBytes() + 3) / 4)]);
    }

    @Override
    public Program program() {
        return program;
    }

    @Override
    public void write(String input, MemorySegment source) {
        Slab slab = program.input(input);
        long[] next = {0};
        int bytes = slab.dtype().bytes();
        each(
                slab,
                old -> bytes == 1
                        ? source.get(ValueLayout.JAVA_BYTE, next[0]++)
                        : source.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * next[0]++));
    }

    @Override
    public void read(String output, MemorySegment target) {
        long[] next = {0};
        each(program.output(output), old -> {
            target.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * next[0]++, (int) old);
            return old;
        });
    }

    @Override
    public void run(Segment segment) {
        for (Call call : program.calls()) {
            if (segment.includes(call.node().phase())) {
                long start = System.nanoTime();
                execute(call);
                CallObserver watching = observer;
                if (watching != null) {
                    watching.called(call, System.nanoTime() - start);
                }
            }
        }
    }

    @Override
    public void observe(@Nullable CallObserver next) {
        observer = next;
    }

    @Override
    public void close() {}

    private void execute(Call call) {
        switch (call.node().op()) {
            case Concat concat -> join(call, concat);
            case Add add -> {
                int[] a = read(call.input(0));
                int[] b = read(call.input(1));
                int[] next = {0};
                each(call.output(0), old -> a[next[0]] + b[next[0]++]);
            }
            case Split split -> cut(call, split);
            case Reshape reshape -> move(call.input(0), call.output(0));
            case Copy copy -> move(call.input(0), call.output(0));
            default -> fingerprint(call);
        }
    }

    private void move(Slab from, Slab to) {
        int[] values = read(from);
        int[] next = {0};
        each(to, old -> values[next[0]++]);
    }

    private void cut(Call call, Split split) {
        int offset = 0;
        for (Slab part : call.outputs()) {
            boolean rows = split.axis() == Axis.ROWS;
            move(call.input(0).slice(rows ? offset : 0, rows ? 0 : offset, part.spec()), part);
            offset += rows ? part.shape().pixels() : part.shape().channels();
        }
    }

    private void join(Call call, Concat concat) {
        int offset = 0;
        for (Slab input : call.inputs()) {
            boolean rows = concat.axis() == Axis.ROWS;
            Slab target = call.output(0).slice(rows ? offset : 0, rows ? 0 : offset, input.spec());
            move(input, target);
            offset += rows ? input.shape().pixels() : input.shape().channels();
        }
    }

    private void fingerprint(Call call) {
        long hash = call.node().index() * 0x9E3779B97F4A7C15L;
        for (Slab input : call.inputs()) {
            for (int value : read(input)) {
                hash = (hash ^ value) * 0x100000001B3L;
            }
        }
        long seed = hash;
        for (Slab output : call.outputs()) {
            long[] element = {0};
            each(output, old -> (int) mix(seed + element[0]++) + (call.accumulate() ? old : 0));
        }
        for (int mutated : call.node().op().mutates()) {
            long[] element = {0};
            each(call.input(mutated), old -> mix(seed + ~element[0]++));
        }
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        return (z ^ (z >>> 27)) & 0x7FFFFFFF;
    }

    private int[] read(Slab slab) {
        int[] values = new int[Math.toIntExact(slab.shape().elements())];
        int[] next = {0};
        each(slab, old -> {
            values[next[0]++] = (int) old;
            return old;
        });
        return values;
    }

    /** Replaces each element of the slab in row-major order. */
    private void each(Slab slab, LongUnaryOperator change) {
        StoreBuffer buffer = slab.store() == null ? null : stores.get(slab.store());
        MemorySegment memory = buffer == null ? arena : ((NopBuffer) buffer).memory();
        int bytes = slab.dtype().bytes();
        for (int n = 0; n < slab.shape().images(); n++) {
            for (int p = 0; p < slab.shape().pixels(); p++) {
                for (int c = 0; c < slab.shape().channels(); c++) {
                    long at = slab.byteOffset() + bytes * (n * slab.imageStride() + (long) p * slab.pixelStride() + c);
                    if (bytes == 1) {
                        byte old = memory.get(ValueLayout.JAVA_BYTE, at);
                        memory.set(ValueLayout.JAVA_BYTE, at, (byte) change.applyAsLong(old));
                    } else {
                        int old = memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) change.applyAsLong(old));
                    }
                }
            }
        }
    }
}
