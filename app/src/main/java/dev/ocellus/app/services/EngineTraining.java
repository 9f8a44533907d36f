package dev.ocellus.app.services;

import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunEvents;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.train.TrainingJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Trains with the engine, each training on a thread of its own. */
public final class EngineTraining implements TrainingService {

    private static final int EVENTS_KEPT = 32_768;
    private static final long SECONDS_AT_CLOSE = 10;

    private final Tasks tasks;

    public EngineTraining(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public TrainingSession start(RunConfig config) {
        Session session = new Session(config);
        tasks.runAlone("train", session::run);
        return session;
    }

    private static final class Session implements TrainingSession {

        private final TrainingJob job;
        private final RunEvents.Watcher watcher;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable Throwable fault;

        Session(RunConfig config) {
            RunEvents events = new RunEvents(EVENTS_KEPT);
            watcher = events.watch();
            job = new TrainingJob(config, List.of(), events);
        }

        void run() {
            try {
                job.run();
            } catch (Exception | LinkageError | OutOfMemoryError thrown) {
                fault = thrown;
            } finally {
                ended.countDown();
            }
        }

        @Override
        public Optional<Path> folder() {
            return job.folder().map(RunFolder::path);
        }

        @Override
        public RunState state() {
            return job.life().state();
        }

        @Override
        public Optional<Throwable> fault() {
            return Optional.ofNullable(fault);
        }

        @Override
        public List<RunEvent> drain() {
            return watcher.drain();
        }

        @Override
        public long dropped() {
            return watcher.dropped();
        }

        @Override
        public void pause() {
            job.life().pause();
        }

        @Override
        public void proceed() {
            job.life().proceed();
        }

        @Override
        public void stop() {
            job.life().stop();
        }

        @Override
        public void awaitEnd() throws InterruptedException {
            boolean _ = ended.await(SECONDS_AT_CLOSE, TimeUnit.SECONDS);
        }
    }
}
