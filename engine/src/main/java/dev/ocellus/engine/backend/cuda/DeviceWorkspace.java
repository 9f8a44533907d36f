package dev.ocellus.engine.backend.cuda;

import org.jspecify.annotations.Nullable;

/**
 * Device memory that the programs of a backend use by turns, since only one of them runs at a time: as large as the largest of them
 * asked for. It may move when it grows, and what was in it is lost then. Used on the thread of its context.
 */
final class DeviceWorkspace implements AutoCloseable {
    private final CudaStream stream;
    private @Nullable DeviceMemory memory;
    private @Nullable Object user;

    /** @param stream where everything that uses it is enqueued */
    DeviceWorkspace(CudaStream stream) {
        this.stream = stream;
    }

    /**
     * Makes it large enough; waits for the device before it grows.
     *
     * @throws Driver.DeviceFault if there is not enough memory
     */
    DeviceMemory reserve(long bytes) {
        DeviceMemory present = memory;
        if (present != null && present.bytes() >= bytes) {
            return present;
        }
        stream.synchronize();
        close(); // first, so that both are never there together
        present = new DeviceMemory(bytes);
        memory = present;
        return present;
    }

    /** What is in it belongs to {@code next} from now on. */
    void give(Object next) {
        user = next;
    }

    /** Whether what is in it still belongs to {@code one}. */
    boolean belongsTo(Object one) {
        return user == one;
    }

    @Override
    public void close() {
        user = null;
        if (memory != null) {
            memory.close();
            memory = null;
        }
    }
}
