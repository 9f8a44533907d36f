package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Slab;
import dev.ocellus.engine.tensor.Shape;
import java.util.Map;
import java.util.Objects;

/** From the places of a program to device addresses. Immutable. */
final class CudaPlaces {
    private final long arena;
    private final Map<Store, Long> stores;

    /**
     * @param arena address of the step's arena
     * @param stores address of each store that the program uses
     */
    CudaPlaces(long arena, Map<Store, Long> stores) {
        this.arena = arena;
        this.stores = Map.copyOf(stores);
    }

    /** Address of a place's first element. */
    long address(Slab slab) {
        Store store = slab.store();
        return (store == null ? arena : Objects.requireNonNull(stores.get(store))) + slab.byteOffset();
    }

    /** The tensor at a place. */
    CudaTensor at(Slab slab) {
        Shape shape = slab.shape();
        return new CudaTensor(
                address(slab),
                shape.images(),
                shape.pixels(),
                shape.channels(),
                slab.imageStride(),
                slab.pixelStride(),
                slab.dtype());
    }
}
