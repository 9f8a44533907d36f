package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Program;
import java.util.Map;

/** Executes programs on one NVIDIA GPU. Its threads: any, one at a time. */
public final class CudaBackend implements Backend {
    private final CudaContext context;

    CudaBackend(CudaContext context) {
        this.context = context;
    }

    @Override
    public String name() {
        return "cuda:" + context.device().ordinal();
    }

    @Override
    public String description() {
        return context.device().description();
    }

    @Override
    public StoreBuffer allocate(Store store, long elements) {
        context.enter();
        return new CudaBuffer(context, elements);
    }

    @Override
    public Executable compile(Program program, Map<Store, StoreBuffer> stores) {
        context.enter();
        return new CudaExecutable(context, program, stores);
    }

    @Override
    public void close() {
        context.close();
    }
}
