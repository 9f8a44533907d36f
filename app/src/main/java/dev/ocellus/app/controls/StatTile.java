package dev.ocellus.app.controls;

import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A number with its name, a remark below, and its definition as tooltip. */
public final class StatTile extends VBox {

    private final String name;
    private final Label value = new Label("–");
    private final Label remark = new Label();

    public StatTile(String name, String definition) {
        this.name = name;
        getStyleClass().add("stat-tile");
        Label heading = new Label(name);
        heading.getStyleClass().add("stat-name");
        value.getStyleClass().add("stat-value");
        value.setMinWidth(Region.USE_PREF_SIZE);
        remark.getStyleClass().add("stat-remark");
        getChildren().addAll(heading, value, remark);
        HBox.setHgrow(this, Priority.ALWAYS);
        setMaxWidth(Double.MAX_VALUE);
        setPrefWidth(140);
        Tooltip.install(this, new Tooltip(definition));
        setAccessibleHelp(definition);
    }

    public void set(String number, String note) {
        value.setText(number);
        remark.setText(note);
        setAccessibleText(name + ": " + number + " " + note);
    }
}
