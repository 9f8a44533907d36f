package dev.ocellus.engine.train;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads of the engine: named, so that a thread dump can be read, and daemons, so that none keeps a process
 * alive. Safe for any thread.
 */
public final class EngineThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    /** @param name what the threads do, in one word */
    public EngineThreads(String name) {
        this.name = name;
    }

    /** A pool of as many threads as there are cores. The caller closes it. */
    public static ExecutorService pool(String name) {
        return Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), new EngineThreads(name));
    }

    @Override
    public Thread newThread(Runnable work) {
        return Thread.ofPlatform()
                .name("ocellus-" + name + "-" + made.incrementAndGet())
                .daemon()
                .unstarted(work);
    }
}
