package dev.ocellus.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterruptsTest {

    private final Semaphore stops = new Semaphore(0);
    private final Semaphore halts = new Semaphore(0);
    private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    private final Console console = new Console(nowhere, nowhere, false, false, false);

    @Test
    void theFirstCtrlCStopsAndTheSecondHalts() throws InterruptedException {
        try (Interrupts interrupts = new Interrupts(stops::release, halts::release, console)) {
            assertFalse(interrupts.requested());
            CtrlC.press();
            assertTrue(stops.tryAcquire(10, TimeUnit.SECONDS));
            assertTrue(interrupts.requested());
            assertEquals(0, halts.availablePermits());
            CtrlC.press();
            assertTrue(halts.tryAcquire(10, TimeUnit.SECONDS));
            assertEquals(0, stops.availablePermits());
        }
    }
}
