package dev.ocellus.engine.backend.cpu;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of one kernel at a time on a fixed number of threads; the calling thread is one of them. Idle threads
 * spin for a moment, because the next kernel follows within microseconds, and then sleep. A run allocates nothing.
 *
 * <p>Threads take tasks in order, one by one. {@code open} is the number of tasks not yet taken: whoever lowers it from a
 * positive number owns a task of the current run, and since a run ends only when all its tasks are done, the fields that
 * describe the run cannot change before that task is finished.
 */
final class WorkerPool implements AutoCloseable {
    /** Part of a kernel's work. */
    @FunctionalInterface
    interface Task {
        /**
         * Does the part.
         *
         * @param task number of the part, from 0
         * @param worker number of the thread, from 0
         */
        void run(int task, int worker);
    }

    private static final int SPINS = 20_000;

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger sleeping = new AtomicInteger();
    private final Thread[] helpers;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private int tasks;
    private @Nullable Task current;

    /**
     * Starts the threads.
     *
     * @param threads number of threads that work, the caller of {@link #run} included; at least 1
     * @param factory makes the other {@code threads − 1}
     */
    WorkerPool(int threads, ThreadFactory factory) {
        if (threads < 1) {
            throw new IllegalArgumentException("at least one thread is needed, got " + threads);
        }
        helpers = new Thread[threads - 1];
        for (int i = 0; i < helpers.length; i++) {
            int worker = i + 1;
            helpers[i] = factory.newThread(() -> help(worker));
            helpers[i].start();
        }
    }

    /** Number of threads that work, the caller of {@link #run} included. */
    int threads() {
        return helpers.length + 1;
    }

    /**
     * Runs tasks 0 to {@code count} − 1 and returns when all are done.
     *
     * @throws RuntimeException what a task threw; the other tasks have run all the same
     */
    void run(int count, Task task) {
        if (count <= 0) {
            return;
        }
        if (count == 1) {
            task.run(0, 0);
            return;
        }
        tasks = count;
        current = task;
        done.setRelease(0);
        open.set(count);
        if (sleeping.get() > 0) {
            for (Thread helper : helpers) {
                LockSupport.unpark(helper);
            }
        }
        work(0);
        for (int spins = 0; done.getAcquire() < count; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            throw thrown instanceof RuntimeException fault ? fault : new IllegalStateException(thrown);
        }
    }

    private void work(int worker) {
        for (int left = open.getAndDecrement(); left > 0; left = open.getAndDecrement()) {
            try {
                Task task = current;
                if (task != null) {
                    task.run(tasks - left, worker);
                }
            } catch (Throwable thrown) {
                failure = thrown;
            } finally {
                done.getAndIncrement();
            }
        }
    }

    private void help(int worker) {
        int spins = 0;
        while (!closed) {
            if (open.get() > 0) {
                work(worker);
                spins = 0;
            } else if (spins++ < SPINS) {
                Thread.onSpinWait();
            } else {
                sleeping.getAndIncrement();
                if (open.get() <= 0 && !closed) {
                    LockSupport.park(this);
                }
                sleeping.getAndDecrement();
                spins = 0;
            }
        }
    }

    /** Ends the threads. No run may be in progress. */
    @Override
    public void close() {
        closed = true;
        for (Thread helper : helpers) {
            LockSupport.unpark(helper);
        }
        boolean interrupted = false;
        for (Thread helper : helpers) {
            while (helper.isAlive()) {
                try {
                    helper.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
