package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Slab;
import java.util.Map;
import java.util.Objects;

/** Addresses of a program's arena and stores. */
record Places(long arena, Map<Store, Long> stores) {
    /** The tensor at a slab. */
    NativeTensor at(Slab slab) {
        Store store = slab.store();
        return NativeTensor.of(slab, store == null ? arena : Objects.requireNonNull(stores.get(store)));
    }

    /** Address of a slab's first element. */
    long address(Slab slab) {
        return at(slab).address();
    }
}
