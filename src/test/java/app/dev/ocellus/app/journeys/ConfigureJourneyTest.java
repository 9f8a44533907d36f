package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.viewmodels.Place;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

class ConfigureJourneyTest extends WindowJourney {

    @Test
    void anInvalidValueIsExplainedBesideItsFieldAndByTheStartButton() {
        openSample();
        go(Place.CONFIGURE);
        until(() -> shows("Ready to start"));
        robot.doubleClickOn("#field-batch").write("many");
        until(() -> find("#error-batch").isVisible());
        assertEquals("A whole number from 1 to 1024", text("#error-batch"));
        robot.clickOn("#start-training");
        assertNull(trainings.session());
        assertTrue(shows("Batch: A whole number from 1 to 1024"));
        assertTrue(find("#field-batch").isFocused());

        robot.doubleClickOn("#field-batch").write("4");
        until(() -> shows("Ready to start"));
        assertFalse(find("#error-batch").isVisible());
        assertTrue(text("#command-line").contains("batch=4"));
    }

    @Test
    void withoutADatasetTheStartButtonSaysSo() {
        go(Place.CONFIGURE);
        robot.clickOn("#start-training");
        assertNull(trainings.session());
        assertTrue(shows("Choose a dataset."));
    }

    @Test
    void anyOptionIsFoundByItsName() {
        go(Place.CONFIGURE);
        robot.clickOn("#configure-filter").write("seed");
        until(() -> WindowJourney.visible(find("#field-seed")));
        assertFalse(WindowJourney.visible(find("#field-batch")));
        robot.doubleClickOn("#field-seed").write("7").type(KeyCode.TAB);
        until(() -> text("#command-line").contains("seed=7"));
        assertEquals("7", ((TextField) find("#field-seed")).getText());
    }
}
