package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.app.viewmodels.Place;
import java.util.List;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

class ShellJourneyTest extends WindowJourney {

    @Test
    void thePaletteOpensAView() {
        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        until(() -> find("#palette-query") != null && find("#palette-query").isFocused());
        robot.write("runs").type(KeyCode.ENTER);
        until(() -> studio.shell().placeProperty().get() == Place.RUNS);
        assertTrue(shows("blood_cells"));
    }

    @Test
    void theKeyListOpensWithAQuestionMarkAndClosesWithEscape() {
        robot.clickOn("#rail-runs");
        robot.write("?");
        until(() -> shows("Keyboard shortcuts") && shows("Ctrl+K"));
        robot.type(KeyCode.ESCAPE);
        until(() -> !shows("Ctrl+K"));
    }

    @Test
    void theNumbersGoToThePlaces() {
        robot.press(KeyCode.CONTROL, KeyCode.DIGIT6).release(KeyCode.DIGIT6, KeyCode.CONTROL);
        until(() -> studio.shell().placeProperty().get() == Place.SETTINGS);
        robot.press(KeyCode.CONTROL, KeyCode.DIGIT1).release(KeyCode.DIGIT1, KeyCode.CONTROL);
        until(() -> studio.shell().placeProperty().get() == Place.HOME);
    }

    @Test
    void themeAndLanguageChangeAtOnceAndAreRemembered() {
        go(Place.SETTINGS);
        List<String> before = List.copyOf(stage.getScene().getStylesheets());
        robot.clickOn("#theme-dark");
        until(() -> !stage.getScene().getStylesheets().equals(before));
        robot.clickOn("Português (Brasil)");
        until(() -> shows("Ajustes") && shows("Pasta de projetos"));
        assertEquals(ThemeChoice.DARK, studio.preferences().get().theme());
        assertEquals("pt-BR", studio.preferences().get().locale().toLanguageTag());
        assertEquals(Place.SETTINGS, studio.shell().placeProperty().get());
    }

    @Test
    void largerTextMakesEverythingLarger() {
        double before = find("#rail-home").getLayoutBounds().getHeight();
        robot.press(KeyCode.CONTROL, KeyCode.EQUALS).release(KeyCode.EQUALS, KeyCode.CONTROL);
        until(() -> studio.preferences().get().fontSize() == 15);
        until(() -> find("#rail-home").getLayoutBounds().getHeight() > before);
        assertNotEquals(before, find("#rail-home").getLayoutBounds().getHeight());
    }
}
