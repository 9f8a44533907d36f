package dev.ocellus.engine.backend.cuda;

import java.lang.foreign.MemorySegment;

/**
 * Copies between any host memory and the device through pinned memory. What is written is copied aside at once and arrives in the order
 * of the stream, while the device may still be busy; what is read is waited for. Used by one thread at a time.
 */
final class Transfers implements AutoCloseable {
    /** Most bytes of a copy; larger ones are cut. */
    private static final long CHUNK = 32L << 20;
    /** Up to here copies are small: they have slots of their own, so that the scalars of a step do not wait for its images. */
    private static final long SMALL = 64 << 10;

    private static final int SMALL_SLOTS = 16;
    private static final int LARGE_SLOTS = 2;

    private final CudaStream stream;
    private final PinnedSlots small;
    private final PinnedSlots large;

    Transfers(CudaStream stream) {
        this.stream = stream;
        small = new PinnedSlots(SMALL_SLOTS, stream);
        large = new PinnedSlots(LARGE_SLOTS, stream);
    }

    /** Copies to the device, from {@code offset} on; the source may be changed afterwards. */
    void write(DeviceMemory target, long offset, MemorySegment source) {
        for (long at = 0; at < source.byteSize(); at += CHUNK) {
            long bytes = Math.min(CHUNK, source.byteSize() - at);
            PinnedSlots slots = bytes <= SMALL ? small : large;
            MemorySegment part = slots.take(bytes <= SMALL ? SMALL : bytes).asSlice(0, bytes);
            MemorySegment.copy(source, at, part, 0, bytes);
            target.write(offset + at, part, stream);
            slots.used();
        }
    }

    /** Copies from the device, from {@code offset} on. */
    void read(DeviceMemory source, long offset, MemorySegment target) {
        for (long at = 0; at < target.byteSize(); at += CHUNK) {
            long bytes = Math.min(CHUNK, target.byteSize() - at);
            PinnedSlots slots = bytes <= SMALL ? small : large;
            MemorySegment part = slots.take(bytes <= SMALL ? SMALL : bytes).asSlice(0, bytes);
            source.read(offset + at, part, stream);
            slots.used();
            stream.synchronize();
            MemorySegment.copy(part, 0, target, at, bytes);
        }
    }

    @Override
    public void close() {
        small.close();
        large.close();
    }
}
