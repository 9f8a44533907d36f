package dev.ocellus.engine.backend.cuda;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUevent;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/** A ring of pieces of pinned memory, each free again when the copy that it served is done. */
final class PinnedSlots implements AutoCloseable {
    private final @Nullable PinnedMemory[] memory;
    private final CUevent[] done;
    private final CudaStream stream;
    private int current = -1;

    PinnedSlots(int count, CudaStream stream) {
        this.stream = stream;
        memory = new PinnedMemory[count];
        done = new CUevent[count];
        for (int i = 0; i < count; i++) {
            done[i] = new CUevent();
            Driver.check(JCudaDriver.cuEventCreate(done[i], 0), "make an event");
        }
    }

    /** Memory of at least {@code bytes}, waited for if its former copy is still under way. */
    MemorySegment take(long bytes) {
        current = (current + 1) % memory.length;
        Driver.check(JCudaDriver.cuEventSynchronize(done[current]), "finish a copy");
        PinnedMemory slot = memory[current];
        if (slot == null || slot.segment().byteSize() < bytes) {
            if (slot != null) {
                slot.close();
            }
            slot = new PinnedMemory(bytes);
            memory[current] = slot;
        }
        return slot.segment();
    }

    /** The copy of the memory taken last has been enqueued. */
    void used() {
        Driver.check(JCudaDriver.cuEventRecord(done[current], stream), "follow a copy");
    }

    @Override
    public void close() {
        for (int i = 0; i < memory.length; i++) {
            JCudaDriver.cuEventDestroy(done[i]);
            PinnedMemory slot = memory[i];
            if (slot != null) {
                slot.close();
            }
        }
    }
}
