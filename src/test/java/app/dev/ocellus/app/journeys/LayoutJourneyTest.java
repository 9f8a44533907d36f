package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.resources.UiResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;

/** What holds of every view, in the smallest window and in every language. */
class LayoutJourneyTest extends WindowJourney {

    @Test
    void noTextIsCutOff() {
        openSample();
        startTraining();
        List<String> cut = new ArrayList<>();
        for (Locale language : UiResources.LANGUAGES) {
            inWindow(() -> studio.preferences().change(now -> now.withLanguage(language)));
            for (Place place : Place.values()) {
                go(place);
                inWindow(() -> all().filter(node -> visible(node) && isCut(node))
                        .forEach(node -> cut.add(language + " " + place + ": " + ((Labeled) node).getText())));
            }
        }
        assertEquals(List.of(), cut);
    }

    @Test
    void everyButtonHasANameThatAScreenReaderCanSay() {
        openSample();
        List<String> nameless = new ArrayList<>();
        for (Place place : Place.values()) {
            go(place);
            inWindow(() -> all().filter(node -> node instanceof ButtonBase && visible(node))
                    .map(ButtonBase.class::cast)
                    .filter(button -> isEmpty(button.getText()) && isEmpty(button.getAccessibleText()))
                    .filter(button -> !button.getStyleClass().contains("arrow-button"))
                    .forEach(button -> nameless.add(place + ": " + button)));
        }
        assertEquals(List.of(), nameless);
    }

    private void startTraining() {
        inWindow(() -> {
            RunConfig config = studio.configure().configProperty().get();
            studio.training().watch(trainings.start(config), config);
            trainings.session().train(90);
        });
    }

    /** A skin shows less than the whole text by writing another, shorter one. */
    private static boolean isCut(Node node) {
        return node instanceof Labeled labeled
                && !isEmpty(labeled.getText())
                && !labeled.getStyleClass().contains("page-subtitle")
                && labeled.lookup(".text") instanceof Text shown
                && shown.getParent() == labeled
                && shown.isVisible()
                && !shown.getText().equals(labeled.getText())
                && !labeled.isWrapText();
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }
}
