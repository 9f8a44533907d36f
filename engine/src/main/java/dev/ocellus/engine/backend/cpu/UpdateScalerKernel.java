package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.graph.Scaler;

/** Evaluates {@link dev.ocellus.engine.ops.UpdateScaler} on the store at an address. */
record UpdateScalerKernel(long scaler, int growthInterval) implements Kernel {
    @Override
    public void run(WorkerPool pool, long scratch) {
        float scale = get(Scaler.SCALE);
        if (get(Scaler.SKIP) != 0) {
            set(Scaler.SCALE, scale * Scaler.BACKOFF);
            set(Scaler.GOOD_UPDATES, 0);
            set(Scaler.SKIPPED, get(Scaler.SKIPPED) + 1);
            return;
        }
        float good = get(Scaler.GOOD_UPDATES) + 1;
        boolean grows = good >= growthInterval;
        if (grows && Float.isFinite(scale * Scaler.GROWTH)) {
            set(Scaler.SCALE, scale * Scaler.GROWTH);
        }
        set(Scaler.GOOD_UPDATES, grows ? 0 : good);
        set(Scaler.DONE, get(Scaler.DONE) + 1);
    }

    private float get(Scaler slot) {
        return Memory.getFloat(scaler + (long) slot.ordinal() * Float.BYTES);
    }

    private void set(Scaler slot, float value) {
        Memory.setFloat(scaler + (long) slot.ordinal() * Float.BYTES, value);
    }
}
