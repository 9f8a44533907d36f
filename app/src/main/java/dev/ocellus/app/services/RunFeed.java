package dev.ocellus.app.services;

/** What a training tells the window, in bounded buffers. Written by engine threads, read by the window. */
public final class RunFeed {

    private static final int STEPS = 20_000;
    private static final int EPOCHS = 10_000;
    private static final int LINES = 20_000;

    private final BoundedBuffer<StepSample> steps = new BoundedBuffer<>(STEPS);
    private final BoundedBuffer<EpochSample> epochs = new BoundedBuffer<>(EPOCHS);
    private final BoundedBuffer<LogLine> log = new BoundedBuffer<>(LINES);

    public BoundedBuffer<StepSample> steps() {
        return steps;
    }

    public BoundedBuffer<EpochSample> epochs() {
        return epochs;
    }

    public BoundedBuffer<LogLine> log() {
        return log;
    }

    public long dropped() {
        return steps.dropped() + epochs.dropped() + log.dropped();
    }
}
