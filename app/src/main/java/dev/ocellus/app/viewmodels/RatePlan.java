package dev.ocellus.app.viewmodels;

import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.charts.Curve.Goal;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.train.Accumulation;
import dev.ocellus.engine.train.LrSchedule;

/**
 * The learning rate of a whole run, from the very schedule that the training will use.
 *
 * @param stepsPerEpoch batches in an epoch; 0 where the dataset is not known and only the shape is true
 * @param rate learning rate over epochs
 */
public record RatePlan(int epochs, int stepsPerEpoch, Curve rate) {

    private static final int POINTS = 400;
    private static final int ASSUMED_STEPS = 100;

    /** @param images training images; 0 while unknown */
    static RatePlan of(RunConfig config, int images) {
        int batch = config.get(DataOptions.BATCH);
        int batches = images == 0 ? ASSUMED_STEPS : Math.max(1, images / batch);
        Accumulation accumulation = Accumulation.of(config.get(DataOptions.NBS), batch, batches);
        LrSchedule schedule = new LrSchedule(config, accumulation.stepsPerEpoch());
        Curve rate = new Curve("lr", 0, Goal.NONE);
        long last = schedule.steps() - 1;
        int points = (int) Math.min(POINTS, last + 1);
        for (int i = 0; i < points; i++) {
            long step = points == 1 ? 0 : Math.round((double) last * i / (points - 1));
            rate.add((double) step / accumulation.stepsPerEpoch(), schedule.learningRate(step));
        }
        return new RatePlan(config.get(OptimizationOptions.EPOCHS), images == 0 ? 0 : batches, rate);
    }

    /** The highest rate. */
    public double highest() {
        double highest = 0;
        for (int i = 0; i < rate.size(); i++) {
            highest = Math.max(highest, rate.y(i));
        }
        return highest;
    }
}
