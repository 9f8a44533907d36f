package dev.ocellus.engine.train;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Store;
import java.lang.foreign.MemorySegment;

/** The scalars of one step on the host. Allocated once a run; used by the thread that trains. */
public final class ControlValues {
    private final float[] slots = new float[Control.SLOTS];
    private final MemorySegment memory = MemorySegment.ofArray(slots);

    /** Sets a scalar. */
    public void set(Control slot, double value) {
        slots[slot.ordinal()] = (float) value;
    }

    /** Sends all scalars to the device. */
    public void write(ModelState state) {
        state.store(Store.CONTROL).write(0, memory);
    }
}
