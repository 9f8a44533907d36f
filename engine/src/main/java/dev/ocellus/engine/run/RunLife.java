package dev.ocellus.engine.run;

import java.util.function.Consumer;

/**
 * The state of one run in this process, and the requests of others to change it. All methods may be called from any
 * thread; each transition happens once and in order.
 */
public final class RunLife {

    private final Object lock = new Object();
    private final Consumer<RunState> listener;
    private RunState state = RunState.CREATED;

    /** @param listener hears each new state, on the thread that caused it and before any later change; returns at once */
    public RunLife(Consumer<RunState> listener) {
        this.listener = listener;
    }

    /** The present state. */
    public RunState state() {
        synchronized (lock) {
            return state;
        }
    }

    /**
     * Moves from one state to another.
     *
     * @return whether the run was in {@code from}; if not, nothing has changed
     * @throws IllegalArgumentException if the two states never follow each other
     */
    public boolean move(RunState from, RunState to) {
        if (!from.next().contains(to)) {
            throw new IllegalArgumentException(from + " is never followed by " + to);
        }
        synchronized (lock) {
            if (state != from) {
                return false;
            }
            enter(to);
            return true;
        }
    }

    /** Asks the run to wait after the present step. */
    public boolean pause() {
        return move(RunState.RUNNING, RunState.PAUSED);
    }

    /** Lets a paused run go on. */
    public boolean proceed() {
        return move(RunState.PAUSED, RunState.RUNNING);
    }

    /** Asks the run to end after the present step, leaving a checkpoint. False if it has ended or is ending already. */
    public boolean stop() {
        synchronized (lock) {
            if (!state.next().contains(RunState.STOPPING)) {
                return false;
            }
            enter(RunState.STOPPING);
            return true;
        }
    }

    /** Ends the run with a fault, whatever its state; does nothing if it has ended. */
    public void fail() {
        synchronized (lock) {
            if (!state.ended()) {
                enter(RunState.FAILED);
            }
        }
    }

    /** Ends the run: STOPPED if a stop was asked for before the last step was done, else COMPLETED. */
    public void end(boolean lastStepDone) {
        synchronized (lock) {
            enter(lastStepDone ? RunState.COMPLETED : RunState.STOPPED);
        }
    }

    /** Whether a stop has been asked for; looked at between two steps. */
    public boolean stopping() {
        return state() == RunState.STOPPING;
    }

    /** Returns when the run is not paused (any more). */
    public void awaitUnpaused() throws InterruptedException {
        synchronized (lock) {
            while (state == RunState.PAUSED) {
                lock.wait();
            }
        }
    }

    /** Returns when the run has ended, or after the given time: whether it has ended. */
    public boolean awaitEnd(long milliseconds) throws InterruptedException {
        long deadline = System.nanoTime() + milliseconds * 1_000_000;
        synchronized (lock) {
            while (!state.ended()) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                lock.wait(left);
            }
            return true;
        }
    }

    private void enter(RunState next) {
        if (!state.next().contains(next)) {
            throw new IllegalStateException(state + " is never followed by " + next);
        }
        state = next;
        lock.notifyAll();
        listener.accept(next);
    }
}
