package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Slab;
import java.util.Map;

/** Addresses of a program's arena and stores. */
record Places(long arena, Map<Store, Long> stores) {
    /** The tensor at a slab. */
    NativeTensor at(Slab slab) {
        return NativeTensor.of(slab, slab.store() == null ? arena : stores.get(slab.store()));
    }

    /** Address of a slab's first element. */
    long address(Slab slab) {
        return at(slab).address();
    }
}
