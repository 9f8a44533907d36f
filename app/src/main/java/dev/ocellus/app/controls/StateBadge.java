package dev.ocellus.app.controls;

import dev.ocellus.app.text.Texts;
import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/** A state as a coloured word. */
public final class StateBadge extends Label {

    private final Texts texts;
    private String shown = "";

    public StateBadge(Texts texts) {
        this.texts = texts;
        getStyleClass().add("badge");
        setMinWidth(Region.USE_PREF_SIZE);
    }

    public void set(Enum<?> state) {
        String name = state.name().toLowerCase(Locale.ROOT);
        if (!name.equals(shown)) {
            getStyleClass().remove("state-" + shown);
            getStyleClass().add("state-" + name);
            shown = name;
            setText(texts.get("state." + name));
        }
    }
}
