package dev.ocellus.app.shell;

import javafx.scene.control.Label;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.Region;

/** Shows key combinations. */
final class Keys {

    private Keys() {}

    static Label chip(KeyCombination keys) {
        Label chip = new Label(keys.getDisplayText());
        chip.getStyleClass().add("key-chip");
        chip.setMinWidth(Region.USE_PREF_SIZE);
        return chip;
    }
}
