package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.RunState;
import javafx.scene.control.ProgressBar;
import org.junit.jupiter.api.Test;

class TrainingJourneyTest extends WindowJourney {

    private void start() {
        openSample();
        go(Place.CONFIGURE);
        until(() -> shows("Ready to start"));
        robot.clickOn("#start-training");
        until(() -> trainings.session() != null);
    }

    @Test
    void aTrainingShowsCurvesProgressAndRemainingTime() {
        start();
        assertEquals(Place.TRAINING, studio.shell().placeProperty().get());
        assertEquals("Measuring the remaining time…", text("#training-eta"));
        trainings.session().train(90);
        until(() -> text("#training-eta").endsWith(" left"));
        assertTrue(shows("Epoch 3 of 30 · step 90 of 1,200"));
        assertEquals(90 / 1200.0, ((ProgressBar) find("#training-progress")).getProgress(), 1e-6);
        assertEquals(90, studio.training().curves().losses().getFirst().size());
        assertTrue(shows("mAP50-95"));
        robot.clickOn("#log-filter").write("epoch 2  loss");
        until(() -> studio.training().log().shown().size() == 1);
    }

    @Test
    void pausesGoesOnAndStops() {
        start();
        trainings.session().train(10);
        until(() -> find("#training-pause").isVisible());
        robot.clickOn("#training-pause");
        until(() -> shows("Paused"));
        assertEquals(RunState.PAUSED, trainings.session().state());
        robot.clickOn("#training-continue");
        until(() -> trainings.session().state() == RunState.RUNNING);
        robot.clickOn("#training-stop");
        until(() -> shows("Stopped"));
        assertEquals(RunState.STOPPED, trainings.session().state());
    }

    @Test
    void aFailureSaysWhatHappenedAndWhatToDo() {
        start();
        trainings
                .session()
                .fail(new StudioException(
                        StudioException.Kind.RUNTIME, "The training has diverged.", "Lower lr0 and start again."));
        until(() -> find("#fault-cure") != null);
        assertEquals("The training has diverged.", text("#fault-message"));
        assertEquals("Lower lr0 and start again.", text("#fault-cure"));
        assertTrue(shows("Code RUNTIME-"));
        robot.clickOn("Close");
        until(() -> find("#fault-cure") == null);
        assertTrue(shows("Failed"));
    }
}
