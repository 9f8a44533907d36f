package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunLifeTest {

    private final List<RunState> heard = new ArrayList<>();
    private final RunLife life = new RunLife(heard::add);

    @Test
    void tellsEveryTransitionInOrder() {
        life.move(RunState.CREATED, RunState.INDEXING);
        life.move(RunState.INDEXING, RunState.RUNNING);
        assertTrue(life.pause());
        assertTrue(life.proceed());
        assertTrue(life.stop());
        life.end(false);
        assertEquals(
                List.of(
                        RunState.INDEXING,
                        RunState.RUNNING,
                        RunState.PAUSED,
                        RunState.RUNNING,
                        RunState.STOPPING,
                        RunState.STOPPED),
                heard);
    }

    @Test
    void aStoppedRunNeverLooksFinished() {
        life.move(RunState.CREATED, RunState.RUNNING);
        life.stop();
        life.end(false);
        assertEquals(RunState.STOPPED, life.state());
        assertTrue(life.state().resumable());
        assertThrows(IllegalStateException.class, () -> life.end(true));
    }

    @Test
    void aStopThatComesAfterTheLastStepLeavesAFinishedRun() {
        life.move(RunState.CREATED, RunState.RUNNING);
        life.stop();
        life.end(true);
        assertEquals(RunState.COMPLETED, life.state());
        assertFalse(life.state().resumable());
    }

    @Test
    void aRunningRunCannotEndUnfinished() {
        life.move(RunState.CREATED, RunState.RUNNING);
        assertThrows(IllegalStateException.class, () -> life.end(false));
    }

    @Test
    void aTransitionFromAnotherStateDoesNothing() {
        assertFalse(life.pause());
        assertFalse(life.move(RunState.RUNNING, RunState.PAUSED));
        assertEquals(RunState.CREATED, life.state());
        assertThrows(IllegalArgumentException.class, () -> life.move(RunState.COMPLETED, RunState.RUNNING));
    }

    @Test
    void canBeStoppedFromEveryStateThatWorks() {
        for (RunState state : RunState.values()) {
            boolean works = switch (state) {
                case CREATED, INDEXING, RUNNING, PAUSED -> true;
                default -> false;
            };
            assertEquals(works, state.next().contains(RunState.STOPPING), state.key());
        }
    }

    @Test
    void faultsEndWhateverHasNotEnded() {
        life.move(RunState.CREATED, RunState.INDEXING);
        life.fail();
        life.fail();
        assertEquals(RunState.FAILED, life.state());
        assertFalse(life.stop());
        assertEquals(List.of(RunState.INDEXING, RunState.FAILED), heard);
    }

    @Test
    void aPausedThreadGoesOnWhenItIsToldToStop() throws InterruptedException {
        life.move(RunState.CREATED, RunState.RUNNING);
        life.pause();
        Thread trainer = Thread.ofPlatform().start(() -> {
            try {
                life.awaitUnpaused();
                life.end(false);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        life.stop();
        assertTrue(life.awaitEnd(10_000));
        trainer.join();
        assertEquals(RunState.STOPPED, life.state());
    }

    @Test
    void waitingForTheEndGivesUpInTime() throws InterruptedException {
        assertFalse(life.awaitEnd(1));
    }
}
