package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Does the same small work for each index of a range on the threads of an executor, with progress and cancellation. */
record ParallelRange(ExecutorService executor, Progress progress, Cancellation cancellation) {
    private static final int CHUNK = 64;

    /**
     * Returns when all is done.
     *
     * @param what is being done, for the progress
     * @throws CancellationException if a stop was asked for or the thread was interrupted
     */
    void run(String what, int count, IntConsumer work) {
        AtomicLong done = new AtomicLong();
        List<Callable<Void>> chunks = new ArrayList<>();
        for (int start = 0; start < count; start += CHUNK) {
            int from = start;
            int to = Math.min(count, start + CHUNK);
            chunks.add(() -> {
                for (int i = from; i < to; i++) {
                    cancellation.check();
                    work.accept(i);
                    progress.report(what, done.incrementAndGet(), count);
                }
                return null;
            });
        }
        try {
            for (Future<Void> future : executor.invokeAll(chunks)) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted: " + what).initCause(e);
        } catch (ExecutionException e) {
            throw unchecked(e.getCause());
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
        return switch (cause) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            case null, default -> new IllegalStateException(cause);
        };
    }
}
