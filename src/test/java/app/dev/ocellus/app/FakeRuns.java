package dev.ocellus.app;

import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.EpochRow;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunFolder;
import dev.ocellus.engine.run.RunLog;
import dev.ocellus.engine.run.RunRecord;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.RunStatus;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Run folders in several states, written as the engine writes them. */
public final class FakeRuns {

    private FakeRuns() {}

    /** Writes a completed, a stopped and a failed run. */
    public static void write(Path project) throws IOException {
        write(project, "blood_cells", RunState.COMPLETED, 30, 30, "");
        write(project, "yolo9_exp", RunState.STOPPED, 12, 30, "");
        write(project, "yolo9_exp", RunState.FAILED, 2, 100, "The loss is NaN in epoch 3: the training has diverged.");
    }

    /** Writes one run of which {@code done} epochs are finished. */
    public static RunFolder write(Path project, String name, RunState state, int done, int epochs, String error)
            throws IOException {
        RunFolder folder = RunFolder.create(project, name, false);
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set(DataOptions.DATA, Optional.of(Path.of("/data/bccd/data.yaml")), Source.FORM)
                .preview();
        folder.writeRecord(new RunRecord(Instant.now(), 0, List.of(), config, Map.of(), Map.of()));
        RunStatus status = RunStatus.created(epochs);
        for (int epoch = 1; epoch <= done; epoch++) {
            EpochRow row = FakeTraining.Session.row(epoch, 1.2 + 5.0 / epoch);
            folder.append(row);
            status = status.after(row, (double) epoch / epochs, Double.NaN);
        }
        try (RunLog log = folder.openLog()) {
            log.line("yolo9t, 3 classes, on CPU with 2 threads");
        }
        folder.writeStatus(status.in(state, error));
        return folder;
    }
}
