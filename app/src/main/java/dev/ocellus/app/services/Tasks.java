package dev.ocellus.app.services;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javafx.application.Platform;

/**
 * The only place of the studio that makes threads. Work runs on background threads; its result or its fault arrives on
 * the window's thread, so that whoever asked needs no lock.
 */
public final class Tasks implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Tasks.class.getName());
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);

    /** Work that may fail with any exception. */
    public interface Work<T> {
        T run() throws Exception;
    }

    /** Work that was asked for and need not be done any more. */
    public interface Ticket {

        Ticket DONE = () -> {};

        void cancel();
    }

    private final ExecutorService pool;
    private final ScheduledExecutorService timer;
    private final Executor window;

    public Tasks(ExecutorService pool, ScheduledExecutorService timer, Executor window) {
        this.pool = pool;
        this.timer = timer;
        this.window = window;
    }

    /** Tasks whose results arrive on the FX thread. */
    public static Tasks forWindow() {
        return new Tasks(
                pool("task"), Executors.newSingleThreadScheduledExecutor(threads("timer")), Platform::runLater);
    }

    /** A pool with a thread for each core, for work that is divided; whoever asks closes it. */
    public static ExecutorService pool(String name) {
        return Executors.newFixedThreadPool(THREADS, threads(name));
    }

    /** A factory of named daemon threads that log what they fail to catch. */
    public static ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "ocellus-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler(
                    (failed, fault) -> LOG.log(System.Logger.Level.ERROR, "Uncaught in " + failed.getName(), fault));
            return thread;
        };
    }

    /** Runs {@code work} in the background, then {@code done} or {@code failed} on the window's thread. */
    public <T> Ticket run(Work<T> work, Consumer<T> done, Consumer<Throwable> failed) {
        try {
            Future<?> future = pool.submit(() -> {
                T result;
                try {
                    result = work.run();
                } catch (Throwable fault) {
                    window.execute(() -> failed.accept(fault));
                    return;
                }
                window.execute(() -> done.accept(result));
            });
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closing) {
            return Ticket.DONE;
        }
    }

    /** Runs long work on a thread of its own, so that it takes none from the pool. */
    public void runAlone(String name, Runnable work) {
        threads(name).newThread(work).start();
    }

    /** Runs {@code work} on the window's thread. */
    public void inWindow(Runnable work) {
        window.execute(work);
    }

    /** Runs {@code work} in the background after a delay. */
    public Ticket later(Duration delay, Runnable work) {
        try {
            Future<?> future = timer.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closing) {
            return Ticket.DONE;
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        pool.shutdownNow();
    }
}
