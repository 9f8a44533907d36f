package dev.ocellus.app.shell;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import dev.ocellus.app.services.Preferences;
import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.resources.UiResources;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.scene.Scene;

/** Dresses a scene in the chosen palette and font size, and follows the system where that is the choice. */
final class Theme {

    private final ObservableValue<Preferences> preferences;
    private final Scene scene;

    Theme(ObservableValue<Preferences> preferences, Scene scene) {
        this.preferences = preferences;
        this.scene = scene;
        preferences.subscribe(ignored -> apply());
        Platform.getPreferences().colorSchemeProperty().subscribe(ignored -> apply());
    }

    private void apply() {
        boolean dark = switch (preferences.getValue().theme()) {
            case LIGHT -> false;
            case DARK -> true;
            case SYSTEM -> Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
        };
        Application.setUserAgentStylesheet(
                dark ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
        scene.getStylesheets().setAll(UiResources.styleSheets(dark));
        scene.getRoot().setStyle(sizes(preferences.getValue().fontSize()));
    }

    /** The text size, and icon sizes that follow it: an icon's own em is its own size, so the style sheet cannot. */
    private static String sizes(int font) {
        return "-fx-font-size: %1$dpx; -oc-icon-small: %2$dpx; -oc-icon-middle: %3$dpx; -oc-icon-large: %4$dpx; -oc-icon-huge: %5$dpx;"
                .formatted(font, Math.round(font * 1.15), Math.round(font * 1.4), Math.round(font * 2.2), font * 3);
    }

    /** The choice after this one, for the command that walks through them. */
    static ThemeChoice next(ThemeChoice choice) {
        ThemeChoice[] all = ThemeChoice.values();
        return all[(choice.ordinal() + 1) % all.length];
    }
}
