package dev.ocellus.engine.backend.nop;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Program;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * A device without arithmetic: each kernel writes a fingerprint of what it read and of which node it is. Two plans of one
 * graph leave the same fingerprints exactly if each kernel finds the operands that it should, so the planner and the rules
 * of a step are tested on any machine and for any operation.
 */
public final class NopBackend implements Backend {
    @Override
    public String name() {
        return "nop";
    }

    @Override
    public String description() {
        return "no device: fingerprints in place of numbers";
    }

    @Override
    public StoreBuffer allocate(Store store, long elements) {
        return new NopBuffer(MemorySegment.ofArray(new int[Math.toIntExact(elements)]));
    }

    @Override
    public Executable compile(Program program, Map<Store, StoreBuffer> stores) {
        program.storeElements().forEach((store, elements) -> {
            StoreBuffer buffer = stores.get(store);
            if (buffer == null || buffer.elements() < elements) {
                throw new IllegalArgumentException("the program needs " + elements + " elements of " + store);
            }
        });
        return new NopExecutable(program, stores);
    }

    @Override
    public void close() {}
}
