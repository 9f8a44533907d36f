package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.program.Slab;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a tensor occupies: rows of {@code width} bytes at distances of {@code step}, from {@code from} to {@code to}.
 *
 * @param store where they lie, null for the arena
 */
record Region(@Nullable Store store, long from, long to, long step, long width) {
    static Region of(Slab slab) {
        int bytes = slab.dtype().bytes();
        long last = (slab.shape().images() - 1L) * slab.imageStride()
                + (slab.shape().pixels() - 1L) * slab.pixelStride()
                + slab.shape().channels();
        return new Region(
                slab.store(),
                slab.byteOffset(),
                slab.byteOffset() + last * bytes,
                (long) slab.pixelStride() * bytes,
                (long) slab.shape().channels() * bytes);
    }

    /** Whether the two have a byte in common; never false where they have, and exact for slices of one tensor's channels. */
    boolean overlaps(Region other) {
        if (store != other.store || to <= other.from || other.to <= from) {
            return false;
        }
        if (step != other.step) {
            return true;
        }
        long shift = Math.floorMod(other.from - from, step);
        return shift < width || shift + other.width > step;
    }
}
