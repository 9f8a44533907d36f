package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunEventsTest {

    private static List<RunEvent> lines(int from, int to) {
        return IntStream.range(from, to)
                .<RunEvent>mapToObj(i -> new RunEvent.Logged("line " + i))
                .toList();
    }

    @Test
    void everyWatcherHearsEverythingOnceInOrder() {
        RunEvents events = new RunEvents(8);
        RunEvents.Watcher first = events.watch();
        lines(0, 3).forEach(events::publish);
        RunEvents.Watcher second = events.watch();
        lines(3, 5).forEach(events::publish);
        assertEquals(lines(0, 5), first.drain());
        assertEquals(lines(3, 5), second.drain());
        assertEquals(List.of(), first.drain());
        assertEquals(0, first.dropped());
    }

    @Test
    void aWatcherThatFallsBehindLosesTheOldestAndIsTold() {
        RunEvents events = new RunEvents(4);
        RunEvents.Watcher watcher = events.watch();
        lines(0, 10).forEach(events::publish);
        assertEquals(lines(6, 10), watcher.drain());
        assertEquals(6, watcher.dropped());
        events.publish(new RunEvent.Logged("line 10"));
        assertEquals(lines(10, 11), watcher.drain());
        assertEquals(6, watcher.dropped());
    }

    @Test
    void nothingIsLostUncountedWhileTwoThreadsPublish() throws InterruptedException {
        RunEvents events = new RunEvents(64);
        RunEvents.Watcher watcher = events.watch();
        int each = 20_000;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            threads.add(Thread.ofPlatform().start(() -> lines(0, each).forEach(events::publish)));
        }
        long seen = 0;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            seen += watcher.drain().size();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        seen += watcher.drain().size();
        assertEquals(2L * each, seen + watcher.dropped());
        assertTrue(seen > 0);
    }
}
