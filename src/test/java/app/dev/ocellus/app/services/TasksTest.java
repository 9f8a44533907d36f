package dev.ocellus.app.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TasksTest {

    private final BlockingQueue<Runnable> window = new LinkedBlockingQueue<>();

    @Test
    void resultsArriveOnTheWindowsThreadOnly() throws Exception {
        try (Tasks tasks = tasks()) {
            Thread[] threads = new Thread[2];
            tasks.run(
                    Thread::currentThread,
                    worker -> {
                        threads[0] = worker;
                        threads[1] = Thread.currentThread();
                    },
                    fault -> {});
            window.poll(5, TimeUnit.SECONDS).run();
            assertTrue(threads[0].isDaemon() && threads[0].getName().startsWith("ocellus-"));
            assertEquals(Thread.currentThread(), threads[1]);
        }
    }

    @Test
    void whatTheWorkThrowsArrivesToo() throws Exception {
        try (Tasks tasks = tasks()) {
            Throwable[] caught = new Throwable[1];
            tasks.run(
                    () -> {
                        throw new IOException("disk");
                    },
                    result -> {},
                    fault -> caught[0] = fault);
            window.poll(5, TimeUnit.SECONDS).run();
            assertInstanceOf(IOException.class, caught[0]);
        }
    }

    @Test
    void workThatIsAskedForAfterTheEndIsLeftOut() {
        Tasks tasks = tasks();
        tasks.close();
        tasks.run(() -> 1, result -> {}, fault -> {}).cancel();
        assertEquals(0, window.size());
    }

    private Tasks tasks() {
        return new Tasks(
                Executors.newFixedThreadPool(1, Tasks.threads("test")),
                Executors.newSingleThreadScheduledExecutor(),
                window::add);
    }
}
