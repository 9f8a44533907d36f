package dev.ocellus.engine.backend.cuda;

/**
 * The device's work for one call of a program, bound to its operands' places. It only enqueues: nothing is read back,
 * allocated or waited for, so that a stream that is being captured records it like any other.
 */
interface DeviceKernel extends AutoCloseable {
    /** Memory that it needs while it runs; nothing of it survives. */
    default long scratchBytes() {
        return 0;
    }

    /** Tells the device address of the scratch memory, before the first {@link #enqueue} and again whenever it has moved. */
    default void scratch(long address) {}

    /** Enqueues the work. */
    void enqueue(CudaStream stream);

    @Override
    default void close() {}
}
