package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.ops.ParameterRange;
import java.util.ArrayList;
import java.util.List;

/** A kernel over ranges of the flat stores, cut into chunks of at most {@link #CHUNK} elements. */
abstract class RangeKernel implements Kernel {
    static final int CHUNK = 32 << 10;

    private static final float NORM_FLOOR = 1e-6f;

    private final List<ParameterRange> chunks = new ArrayList<>();
    private final WorkerPool.Task part = this::part;
    final long scaler;

    /** @param scaler address of the scaler store, with which an update may be skipped; 0 if there is none */
    RangeKernel(List<ParameterRange> ranges, long scaler) {
        this.scaler = scaler;
        for (ParameterRange range : ranges) {
            for (long at = 0; at < range.length(); at += CHUNK) {
                long length = Math.min(CHUNK, range.length() - at);
                chunks.add(new ParameterRange(range.offset() + at, length, range.decayGroup()));
            }
        }
    }

    /**
     * Treats a chunk.
     *
     * @param index number of the chunk
     */
    abstract void chunk(int index, long byteOffset, int count, int decayGroup);

    /** Number of chunks. */
    int chunks() {
        return chunks.size();
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        if (scaler == 0 || scaling(Scaler.SKIP) == 0) {
            pool.run(chunks.size(), part);
        }
    }

    private void part(int task, int worker) {
        ParameterRange chunk = chunks.get(task);
        chunk(task, chunk.offset() * Float.BYTES, (int) chunk.length(), chunk.decayGroup());
    }

    /** The number in a slot of the control store. */
    static float control(long store, Control slot) {
        return Memory.getFloat(store + (long) slot.ordinal() * Float.BYTES);
    }

    /** The number in a slot of the scaler store. */
    final float scaling(Scaler slot) {
        return Memory.getFloat(scaler + (long) slot.ordinal() * Float.BYTES);
    }

    /** Weight decay of a decay group. */
    static float decay(long store, int decayGroup) {
        return control(store, decayGroup == 0 ? Control.WEIGHT_DECAY : Control.WEIGHT_DECAY_OTHER);
    }

    /** Factor on gradients that takes their scale away and limits their norm, which lies at an address. */
    final float factor(long store, long norm) {
        float clip = clip(store, norm);
        return scaler == 0 ? clip : clip / scaling(Scaler.SCALE);
    }

    /**
     * Factor on gradients that limits their norm.
     *
     * @param norm address of the norm
     */
    static float clip(long store, long norm) {
        float limit = control(store, Control.CLIP_NORM);
        return limit > 0 ? Math.min(1, limit / (Memory.getFloat(norm) + NORM_FLOOR)) : 1;
    }
}
