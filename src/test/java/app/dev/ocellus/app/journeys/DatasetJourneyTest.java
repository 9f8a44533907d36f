package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.BrokenDataset;
import dev.ocellus.app.charts.BoxedImage;
import dev.ocellus.app.viewmodels.Place;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

class DatasetJourneyTest extends WindowJourney {

    @Test
    void theSampleIsOneClickAwayAndShowsWhatIsInIt() {
        robot.clickOn("#home-sample");
        until(() -> find("#image-count") != null);
        assertEquals("150 images", text("#image-count"));
        assertTrue(shows("3 classes") && shows("triangle") && shows("No problems"));
        until(() -> all().anyMatch(node -> node instanceof BoxedImage));
        robot.clickOn("triangle");
        until(() -> !text("#image-count").equals("150 images"));
        assertEquals(Place.DATASET, studio.shell().placeProperty().get());
    }

    @Test
    void problemsAreNamedByFileAndLineAndCanBeFiltered() {
        inWindow(() -> studio.openDataset(BrokenDataset.write(home.resolve("broken"))));
        until(() -> find("#dataset-problems") != null);
        robot.clickOn("#dataset-problems");
        assertTrue(shows("labels/train/train001.txt, line 1") && shows("Correct or remove the row."));
        ListView<?> problems = (ListView<?>) find("#problems");
        int all = problems.getItems().size();
        robot.clickOn("#severity-error");
        until(() -> problems.getItems().size() == 3);
        robot.clickOn("#problem-filter").write("train004");
        until(() -> problems.getItems().size() == 1);
        robot.clickOn("#severity-all");
        robot.doubleClickOn("#problem-filter").type(KeyCode.BACK_SPACE);
        until(() -> problems.getItems().size() == all);
    }

    @Test
    void aFolderThatIsNoDatasetSaysWhy() {
        inWindow(() -> studio.openDataset(home.resolve("nowhere")));
        until(() -> shows("is not there."));
        assertTrue(shows("Choose folder…"));
    }
}
