package dev.ocellus.engine.run;

import java.util.Map;

/** Something that happened in a run, told to whoever watches. Immutable. */
public sealed interface RunEvent {

    /**
     * A batch has been through the network.
     *
     * @param epoch number, from 1
     * @param batch number within the epoch, from 1
     * @param batches batches in the epoch
     * @param step batches since the beginning of the run, this one included
     * @param loss total loss of the batch
     * @param losses its terms by name
     * @param learningRate learning rate of the step
     * @param stepMillis time from the end of the batch before to the end of this one
     * @param waitMillis part of it spent waiting for the loader
     */
    record StepDone(
            int epoch,
            int batch,
            int batches,
            long step,
            double loss,
            Map<String, Double> losses,
            double learningRate,
            double stepMillis,
            double waitMillis)
            implements RunEvent {}

    /**
     * How far the run has come; follows each step.
     *
     * @param progress share of the run that is done, 0…1
     * @param etaSeconds time left in seconds; NaN while it is being measured
     */
    record Estimated(double progress, double etaSeconds) implements RunEvent {}

    /** An epoch has been trained, validated where due, and saved. */
    record EpochDone(EpochRow row) implements RunEvent {}

    /**
     * Work beside the steps has come further: indexing, caching, validating.
     *
     * @param work what is being done, in a few words
     * @param done pieces finished
     * @param total pieces in all, or −1 while unknown
     */
    record Progressed(String work, long done, long total) implements RunEvent {}

    /** A line was added to the log. */
    record Logged(String line) implements RunEvent {}

    /** The run is in another state. */
    record StateChanged(RunState state) implements RunEvent {}
}
