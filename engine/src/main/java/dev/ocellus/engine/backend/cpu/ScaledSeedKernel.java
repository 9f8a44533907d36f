package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Scaler;

/** Evaluates {@link dev.ocellus.engine.ops.ScaledSeed}; all places are given by their addresses. */
record ScaledSeedKernel(long control, long scaler, long out) implements Kernel {
    @Override
    public void run(WorkerPool pool, long scratch) {
        float factor = Memory.getFloat(control + (long) Control.LOSS_SCALE.ordinal() * Float.BYTES);
        Memory.setFloat(out, factor * Memory.getFloat(scaler + (long) Scaler.SCALE.ordinal() * Float.BYTES));
    }
}
