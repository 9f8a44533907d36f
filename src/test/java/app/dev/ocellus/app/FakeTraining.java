package dev.ocellus.app;

import dev.ocellus.app.services.TrainingService;
import dev.ocellus.app.services.TrainingSession;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunEvent;
import dev.ocellus.engine.run.RunEvents;
import dev.ocellus.engine.run.RunState;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A training that moves only when a test says so; its numbers follow from the step. */
public final class FakeTraining implements TrainingService {

    private Session session;
    private RunConfig config;

    @Override
    public Session start(RunConfig asked) {
        config = asked;
        session = new Session(asked.get(OptimizationOptions.EPOCHS), 40);
        return session;
    }

    public Session session() {
        return session;
    }

    /** The configuration of the latest start. */
    public RunConfig config() {
        return config;
    }

    /** One such training. */
    public static final class Session implements TrainingSession {

        private final int epochs;
        private final int stepsPerEpoch;
        private final RunEvents events = new RunEvents(65_536);
        private final RunEvents.Watcher watcher = events.watch();
        private volatile RunState state = RunState.INDEXING;
        private Optional<Throwable> fault = Optional.empty();
        private long step;

        Session(int epochs, int stepsPerEpoch) {
            this.epochs = epochs;
            this.stepsPerEpoch = stepsPerEpoch;
            events.publish(new RunEvent.Progressed("Reading labels", 40, 150));
            log("yolo9t, 3 classes, on CPU with 2 threads");
        }

        /** Trains that many steps. */
        public void train(int steps) {
            for (int i = 0; i < steps && !state.ended(); i++) {
                state = RunState.RUNNING;
                step();
            }
        }

        public void fail(Throwable cause) {
            fault = Optional.of(cause);
            state = RunState.FAILED;
        }

        private void step() {
            step++;
            double noise = Math.sin(step * 12.9898) * 0.35 + Math.sin(step * 3.17) * 0.2;
            double base = 1.2 + 5.5 * Math.exp(-step / 260.0);
            Map<String, Double> parts = new LinkedHashMap<>();
            parts.put("box", base * 0.42 + noise * 0.2);
            parts.put("cls", base * 0.33 + noise * 0.3);
            parts.put("dfl", base * 0.25 + noise * 0.1);
            double millis = 640 + noise * 30;
            int batch = (int) ((step - 1) % stepsPerEpoch) + 1;
            events.publish(new RunEvent.StepDone(
                    epoch(), batch, stepsPerEpoch, step, base + noise, parts, 0.01, millis, millis / 25));
            long all = (long) epochs * stepsPerEpoch;
            double eta = step < 2 ? Double.NaN : (all - step) * 0.64;
            events.publish(new RunEvent.Estimated((double) step / all, eta));
            if (batch % 10 == 0) {
                log("epoch %d/%d  batch %d/%d  loss %.4f  lr 0.00982  %.0f ms"
                        .formatted(epoch(), epochs, batch, stepsPerEpoch, base + noise, millis));
            }
            if (batch == stepsPerEpoch) {
                finishEpoch(base);
            }
        }

        private void finishEpoch(double loss) {
            EpochRow row = row(epoch(), loss);
            events.publish(new RunEvent.EpochDone(row));
            log("epoch %d  loss %.4f  mAP50-95 %.4f"
                    .formatted(row.epoch(), loss, row.metrics().get("metrics/mAP50-95")));
            if (epoch() == epochs) {
                state = RunState.COMPLETED;
            }
        }

        static EpochRow row(int epoch, double loss) {
            double quality = 1 - Math.exp(-epoch / 9.0) + Math.sin(epoch * 2.3) * 0.015;
            Map<String, Double> metrics = new LinkedHashMap<>();
            metrics.put("metrics/mAP50-95", quality * 0.58);
            metrics.put("metrics/mAP50", quality * 0.86);
            metrics.put("metrics/precision", quality * 0.9);
            metrics.put("metrics/recall", quality * 0.82);
            String watched = "metrics/mAP50-95";
            return new EpochRow(
                    epoch,
                    epoch * 30.0,
                    loss,
                    Map.of("box", loss * 0.4, "cls", loss * 0.6),
                    new EpochRow.Watched(watched, quality * 0.58),
                    new EpochRow.Best(watched, quality * 0.58, epoch),
                    metrics,
                    Map.of("group0", 0.01));
        }

        private int epoch() {
            return (int) ((step - 1) / stepsPerEpoch) + 1;
        }

        private void log(String text) {
            events.publish(new RunEvent.Logged(text));
        }

        @Override
        public Optional<Path> folder() {
            return Optional.empty();
        }

        @Override
        public RunState state() {
            return state;
        }

        @Override
        public Optional<Throwable> fault() {
            return fault;
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
            state = RunState.PAUSED;
        }

        @Override
        public void proceed() {
            state = RunState.RUNNING;
        }

        @Override
        public void stop() {
            state = RunState.STOPPED;
        }

        @Override
        public void awaitEnd() {
            // it has ended by the time that stop() returns
        }
    }
}
