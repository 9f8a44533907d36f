package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.engine.run.OutputOptions;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class RunsJourneyTest extends WindowJourney {

    @Test
    void anEarlierRunShowsItsCurvesAndItsTrueState() {
        go(Place.RUNS);
        robot.clickOn("blood_cells");
        robot.clickOn("#run-open");
        until(() -> studio.shell().placeProperty().get() == Place.TRAINING);
        until(() -> shows("Completed") && shows("Epoch 30 of 30"));
        assertEquals(30, studio.training().curves().mainMetric().orElseThrow().size());
        assertFalse(find("#training-stop").isVisible());
    }

    @Test
    void aStoppedRunIsContinuedAndACompletedOneCannotBe() {
        go(Place.RUNS);
        robot.clickOn("blood_cells");
        assertTrue(find("#run-resume").isDisabled());
        robot.clickOn("yolo9_exp");
        assertFalse(find("#run-resume").isDisabled());
        robot.clickOn("#run-resume");
        until(() -> trainings.session() != null);
        assertTrue(trainings.config().get(OutputOptions.RESUME).endsWith("yolo9_exp"));
        until(() -> studio.shell().placeProperty().get() == Place.TRAINING);
    }

    @Test
    void aRunIsDeletedOnlyAfterBeingAsked() {
        go(Place.RUNS);
        robot.clickOn("blood_cells");
        robot.clickOn("#run-delete");
        until(() -> shows("Delete blood_cells?"));
        robot.clickOn("Keep it");
        until(() -> find("#confirm") == null);
        assertTrue(Files.exists(home.resolve("runs/blood_cells")));
        robot.clickOn("#run-delete");
        until(() -> find("#confirm") != null);
        robot.clickOn("#confirm");
        until(() -> studio.runs().runs().size() == 2);
        assertFalse(Files.exists(home.resolve("runs/blood_cells")));
    }
}
