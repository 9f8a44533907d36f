package dev.ocellus.engine.backend.cpu;

/**
 * One node of a program with all its operands in place. Made once; {@link #run} allocates nothing.
 *
 * <p>Work is cut into tasks whose number and order do not depend on the number of threads, and partial sums belong to
 * tasks, not to threads. So a result is the same, bit for bit, for any number of threads.
 */
interface Kernel {
    /** Bytes of scratch memory that {@link #run} needs; its contents need not outlive the call. */
    default long scratchBytes(int threads) {
        return 0;
    }

    /**
     * Computes. One thread at a time.
     *
     * @param pool the threads to use
     * @param scratch address of at least {@link #scratchBytes} bytes, aligned to {@link Memory#ALIGNMENT}
     */
    void run(WorkerPool pool, long scratch);
}
