package dev.ocellus.app;

import dev.ocellus.app.services.EpochSample;
import dev.ocellus.app.services.LogLine;
import dev.ocellus.app.services.RunFeed;
import dev.ocellus.app.services.StepSample;
import dev.ocellus.app.services.TrainingProgress;
import dev.ocellus.app.services.TrainingService;
import dev.ocellus.app.services.TrainingSession;
import dev.ocellus.app.services.TrainingState;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A training that moves only when a test says so; its numbers follow from the step. */
public final class FakeTraining implements TrainingService {

    private Session session;

    @Override
    public Session start(RunConfig config) {
        session = new Session(config.get(OptimizationOptions.EPOCHS), 40);
        return session;
    }

    @Override
    public Session resume(Path folder) {
        session = new Session(30, 40);
        return session;
    }

    public Session session() {
        return session;
    }

    /** One such training. */
    public static final class Session implements TrainingSession {

        private final int epochs;
        private final int stepsPerEpoch;
        private final RunFeed feed = new RunFeed();
        private volatile TrainingState state = TrainingState.PREPARING;
        private long step;

        Session(int epochs, int stepsPerEpoch) {
            this.epochs = epochs;
            this.stepsPerEpoch = stepsPerEpoch;
            log(LogLine.Level.INFO, "Sample dataset: 240 training images, 60 validation images, 4 classes");
            log(LogLine.Level.INFO, "yolo9t: 2,007,452 parameters, input 320 x 320, CPU with 2 threads");
        }

        /** Trains that many steps. */
        public void train(int steps) {
            for (int i = 0; i < steps && state != TrainingState.COMPLETED; i++) {
                state = TrainingState.TRAINING;
                step();
            }
        }

        public void warn(String text) {
            log(LogLine.Level.WARNING, text);
        }

        private void step() {
            step++;
            double noise = Math.sin(step * 12.9898) * 0.35 + Math.sin(step * 3.17) * 0.2;
            double base = 1.2 + 5.5 * Math.exp(-step / 260.0);
            Map<String, Double> parts = new LinkedHashMap<>();
            parts.put("box", base * 0.42 + noise * 0.2);
            parts.put("cls", base * 0.33 + noise * 0.3);
            parts.put("dfl", base * 0.25 + noise * 0.1);
            long nanos = 640_000_000L + (long) (noise * 30_000_000);
            feed.steps().offer(new StepSample(step, base + noise, parts, 0.01, nanos, nanos / 25, 8));
            if (step % 10 == 0) {
                log(LogLine.Level.INFO, "epoch %d step %d loss %.4f lr 0.00982".formatted(epoch(), step, base + noise));
            }
            if (step % stepsPerEpoch == 0) {
                validate(base + noise);
            }
        }

        private void validate(double loss) {
            int epoch = epoch();
            double quality = 1 - Math.exp(-epoch / 9.0) + Math.sin(epoch * 2.3) * 0.015;
            Map<String, Double> metrics = new LinkedHashMap<>();
            metrics.put("metrics/mAP50-95", quality * 0.58);
            metrics.put("metrics/mAP50", quality * 0.86);
            metrics.put("metrics/precision", quality * 0.9);
            metrics.put("metrics/recall", quality * 0.82);
            feed.epochs().offer(new EpochSample(epoch, loss, metrics, 4_000_000_000L));
            log(LogLine.Level.INFO, "epoch %d mAP50-95 %.4f mAP50 %.4f".formatted(epoch, quality * 0.58, quality * 0.86));
            if (epoch == epochs) {
                state = TrainingState.COMPLETED;
            }
        }

        private int epoch() {
            return (int) ((step - 1) / stepsPerEpoch) + 1;
        }

        private void log(LogLine.Level level, String text) {
            feed.log().offer(new LogLine(Instant.parse("2026-03-01T12:00:00Z").plusSeconds(step), level, text));
        }

        @Override
        public String name() {
            return "yolo9_exp";
        }

        @Override
        public Optional<Path> folder() {
            return Optional.empty();
        }

        @Override
        public TrainingState state() {
            return state;
        }

        @Override
        public TrainingProgress progress() {
            return step == 0
                    ? TrainingProgress.NONE
                    : new TrainingProgress(epoch(), epochs, step, (long) epochs * stepsPerEpoch, epochs - epoch() + 1);
        }

        @Override
        public Optional<Throwable> fault() {
            return Optional.empty();
        }

        @Override
        public RunFeed feed() {
            return feed;
        }

        @Override
        public void pause() {
            state = TrainingState.PAUSED;
        }

        @Override
        public void proceed() {
            state = TrainingState.TRAINING;
        }

        @Override
        public void stop() {
            state = TrainingState.STOPPED;
        }
    }
}
