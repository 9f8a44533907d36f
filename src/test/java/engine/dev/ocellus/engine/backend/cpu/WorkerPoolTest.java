package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {
    @Test
    void runsEachTaskOnceAndReturnsWhenAllAreDone() {
        try (WorkerPool pool = new WorkerPool(3, Thread::new)) {
            for (int round = 0; round < 2000; round++) {
                int count = 1 + round % 17;
                AtomicIntegerArray runs = new AtomicIntegerArray(count);
                pool.run(count, (task, worker) -> runs.incrementAndGet(task));
                for (int task = 0; task < count; task++) {
                    assertEquals(1, runs.get(task), "task " + task + " of round " + round);
                }
            }
        }
    }

    @Test
    void numbersWorkersBelowTheNumberOfThreads() {
        try (WorkerPool pool = new WorkerPool(3, Thread::new)) {
            AtomicInteger wrong = new AtomicInteger();
            pool.run(1000, (task, worker) -> {
                if (worker < 0 || worker >= pool.threads()) {
                    wrong.incrementAndGet();
                }
            });
            assertEquals(0, wrong.get());
        }
    }

    @Test
    void wakesThreadsThatSleep() {
        try (WorkerPool pool = new WorkerPool(2, Thread::new)) {
            pool.run(2, (task, worker) -> {});
            LockSupport.parkNanos(50_000_000);
            AtomicInteger meeting = new AtomicInteger();
            pool.run(2, (task, worker) -> {
                meeting.incrementAndGet();
                while (meeting.get() < 2) {
                    Thread.onSpinWait();
                }
            });
            assertEquals(2, meeting.get());
        }
    }

    @Test
    void throwsWhatATaskThrewAfterTheOthersHaveRun() {
        try (WorkerPool pool = new WorkerPool(2, Thread::new)) {
            RuntimeException fault = new IllegalArgumentException("seven");
            AtomicInteger others = new AtomicInteger();
            WorkerPool.Task task = (index, worker) -> {
                if (index == 7) {
                    throw fault;
                }
                others.incrementAndGet();
            };
            assertSame(fault, assertThrows(IllegalArgumentException.class, () -> pool.run(20, task)));
            assertEquals(19, others.get());
            pool.run(20, (index, worker) -> others.incrementAndGet());
            assertEquals(39, others.get());
        }
    }

    @Test
    void endsItsThreadsWhenClosed() {
        List<Thread> threads = new ArrayList<>();
        WorkerPool pool = new WorkerPool(4, work -> {
            Thread thread = new Thread(work);
            threads.add(thread);
            return thread;
        });
        assertEquals(3, threads.size());
        assertTrue(threads.stream().allMatch(Thread::isAlive));
        pool.close();
        assertFalse(threads.stream().anyMatch(Thread::isAlive));
    }

    @Test
    void refusesToHaveNoThread() {
        assertThrows(IllegalArgumentException.class, () -> new WorkerPool(0, Thread::new));
    }
}
