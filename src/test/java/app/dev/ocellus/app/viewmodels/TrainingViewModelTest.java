package dev.ocellus.app.viewmodels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.FakeTraining;
import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.faults.Fault;
import dev.ocellus.app.faults.FaultDesk;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrainingViewModelTest {

    private final List<Fault> shown = new ArrayList<>();
    private final FaultDesk faults = new FaultDesk();
    private final TrainingViewModel model = new TrainingViewModel(faults);
    private FakeTraining.Session training;

    @BeforeEach
    void startsATrainingOfThreeEpochs() {
        faults.setWindow(shown::add);
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set(OptimizationOptions.EPOCHS, 3, Source.FORM)
                .preview();
        training = new FakeTraining().start(config);
        model.watch(training, config);
    }

    @Test
    void saysWhatIsBeingPrepared() {
        assertEquals(Optional.of(RunState.INDEXING), model.stateProperty().get());
        assertEquals(
                "Reading labels", model.sideWorkProperty().get().orElseThrow().name());
        assertEquals(
                "work.reading-labels",
                model.sideWorkProperty().get().orElseThrow().message().key());
    }

    @Test
    void theRemainingTimeIsUnknownUntilStepsWereMeasured() {
        training.train(1);
        model.refresh();
        assertTrue(Double.isNaN(model.progressProperty().get().etaSeconds()));
        training.train(1);
        model.refresh();
        assertTrue(model.progressProperty().get().etaSeconds() > 0);
    }

    @Test
    void progressCountsSteps() {
        training.train(50);
        model.refresh();
        RunProgress progress = model.progressProperty().get();
        assertEquals(2, progress.epoch());
        assertEquals(3, progress.epochs());
        assertEquals(50, progress.step());
        assertEquals(120, progress.steps());
        assertEquals(50.0 / 120, progress.share(), 1e-9);
    }

    @Test
    void curvesGrowWithStepsAndEpochs() {
        training.train(85);
        model.refresh();
        assertEquals(
                List.of("loss", "box", "cls", "dfl"),
                model.curves().losses().stream().map(Curve::name).toList());
        assertEquals(85, model.curves().losses().getFirst().size());
        assertEquals(2, model.curves().mainMetric().orElseThrow().size());
    }

    @Test
    void paceComesFromSteps() {
        training.train(60);
        model.refresh();
        assertEquals(640, model.pace().stepMillisProperty().get(), 20);
        assertEquals(
                16_000.0 / model.pace().stepMillisProperty().get(),
                model.pace().imagesPerSecondProperty().get(),
                1e-6);
        assertEquals(0.04, model.pace().waitShareProperty().get(), 1e-3);
    }

    @Test
    void pausesAndGoesOnAndStops() {
        training.train(5);
        model.pause();
        assertEquals(Optional.of(RunState.PAUSED), model.stateProperty().get());
        assertTrue(model.active());
        model.proceed();
        assertEquals(Optional.of(RunState.RUNNING), model.stateProperty().get());
        model.stop();
        assertEquals(Optional.of(RunState.STOPPED), model.stateProperty().get());
        assertFalse(model.active());
    }

    @Test
    void aStoppedRunDoesNotLookFinished() {
        training.train(50);
        model.stop();
        assertTrue(model.progressProperty().get().share() < 1);
        assertEquals(Optional.of(RunState.STOPPED), model.stateProperty().get());
    }

    @Test
    void aFailureIsShownOnce() {
        training.fail(new StudioException(StudioException.Kind.RUNTIME, "The loss is NaN.", "Lower lr0."));
        model.refresh();
        model.refresh();
        assertEquals(1, shown.size());
        assertEquals("Lower lr0.", shown.getFirst().cure());
    }

    @Test
    void theLogCanBeFiltered() {
        training.train(45);
        model.refresh();
        int all = model.log().shown().size();
        model.log().queryProperty().set("MAP50");
        assertTrue(model.log().shown().size() < all && !model.log().shown().isEmpty());
        model.log().queryProperty().set("");
        assertEquals(all, model.log().shown().size());
    }

    @Test
    void lostEventsAreCounted() {
        training = new FakeTraining().start(longRun());
        model.watch(training, longRun());
        training.train(40_000);
        model.refresh();
        assertTrue(model.droppedProperty().get() > 0);
    }

    private static RunConfig longRun() {
        return RunConfig.builder(Scope.TRAIN)
                .set(OptimizationOptions.EPOCHS, 2_000, Source.FORM)
                .preview();
    }
}
