package dev.ocellus.app.controls;

import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** A few choices side by side, one of which is always chosen. */
public final class Segments extends HBox {

    private final ToggleGroup group = new ToggleGroup();

    public Segments() {
        getStyleClass().add("segments");
        setMinWidth(Region.USE_PREF_SIZE);
        setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
    }

    /** Adds a choice; {@code action} runs when a person chooses it. */
    public ToggleButton add(String id, String name, Runnable action) {
        ToggleButton segment = new ToggleButton(name);
        segment.setId(id);
        segment.getStyleClass().add("segment");
        segment.setToggleGroup(group);
        segment.setMinWidth(Region.USE_PREF_SIZE);
        segment.setOnAction(event -> {
            segment.setSelected(true);
            action.run();
        });
        getChildren().add(segment);
        return segment;
    }
}
