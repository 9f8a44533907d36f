package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Program;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * Executes programs on the cores of this machine, in float32. Results do not depend on the number of threads. All memory
 * is native. Stores have their own; programs share one arena, as large as the largest of them needs, that lives as long as this
 * backend: so training and validation together take no more than training alone.
 */
public final class CpuBackend implements Backend {
    private final WorkerPool pool;
    private final Workspace arena = new Workspace();
    private final Workspace scratch = new Workspace();

    /**
     * Starts the threads.
     *
     * @param threads number of threads that compute, the calling one among them
     * @param factory makes the others
     */
    public CpuBackend(int threads, ThreadFactory factory) {
        pool = new WorkerPool(threads, factory);
    }

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public String description() {
        return "CPU, " + pool.threads() + (pool.threads() == 1 ? " thread, " : " threads, ") + Memory.LANES * 32
                + "-bit vectors";
    }

    @Override
    public StoreBuffer allocate(Store store, long elements) {
        return new CpuBuffer(elements);
    }

    @Override
    public Executable compile(Program program, Map<Store, StoreBuffer> stores) {
        return new CpuExecutable(program, stores, pool, arena, scratch);
    }

    @Override
    public void close() {
        pool.close();
        arena.close();
        scratch.close();
    }
}
