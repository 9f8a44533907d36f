package dev.ocellus.engine.cli;

import dev.ocellus.engine.train.EngineThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Makes Ctrl-C end work in good order: the first one asks it to stop, the second ends the process at once. A request of
 * the system to end the process asks the work to stop as well, and holds the process until it has.
 */
final class Interrupts implements AutoCloseable {

    /** A system that shuts down does not wait much longer. */
    private static final long PATIENCE_SECONDS = 60;

    private static final Signal CTRL_C = new Signal("INT");

    private final Runnable stop;
    private final Console console;
    private final Runnable halt;
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final SignalHandler before;
    private final Thread hook;

    /**
     * Listens until it is closed.
     *
     * @param stop asks the work to stop and returns at once
     * @param halt ends the process at once
     */
    Interrupts(Runnable stop, Runnable halt, Console console) {
        this.stop = stop;
        this.halt = halt;
        this.console = console;
        before = Signal.handle(CTRL_C, signal -> interrupted());
        hook = new EngineThreads("shutdown").newThread(this::shutDown);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the work was asked to stop. */
    boolean requested() {
        return requests.get() > 0;
    }

    private void interrupted() {
        if (requests.incrementAndGet() > 1) {
            halt.run();
            return;
        }
        console.note("\nStopping after this step. Ctrl-C again ends at once.");
        stop.run();
    }

    private void shutDown() {
        requests.incrementAndGet();
        stop.run();
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        Signal.handle(CTRL_C, before);
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the process is ending already, and the hook has been let go above
        }
    }
}
