package dev.ocellus.app;

import dev.ocellus.app.services.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Tasks that run where they are asked for, and a timer that waits for the test. */
public final class TestTasks {

    private final Timer timer = new Timer();
    private final Tasks tasks = new Tasks(new InPlace(), timer, Runnable::run);

    public Tasks tasks() {
        return tasks;
    }

    /** Runs what was scheduled and not cancelled; says how much that was. */
    public int letTimePass() {
        List<Waiting> due = List.copyOf(timer.waiting);
        timer.waiting.clear();
        due.forEach(Waiting::run);
        return (int) due.stream().filter(waiting -> !waiting.isCancelled()).count();
    }

    private static final class InPlace extends AbstractExecutorService {

        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void shutdown() {
            // nothing runs by itself
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private static final class Timer extends ScheduledThreadPoolExecutor {

        private final List<Waiting> waiting = new ArrayList<>();

        Timer() {
            super(0);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
            Waiting later = new Waiting(() -> {
                work.run();
                return null;
            });
            waiting.add(later);
            return later;
        }
    }

    private static final class Waiting extends FutureTask<Object> implements ScheduledFuture<Object> {

        Waiting(Callable<Object> work) {
            super(work);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
